package eu.callorders.server;

import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails each test class in which service code parked, or used files or blocking sockets, on an
 * event loop. Registered for all classes; samples the event loop threads a hundred times a second.
 */
public final class EventLoopMonitor implements AfterAllCallback {
  private static final String EVENT_LOOP = "vert.x-eventloop-thread-";
  private static final String OWN_PACKAGE = "eu.callorders.";
  private static final long PAUSE_NANOS = 10_000_000;

  /** A stack trace of a running thread costs more than its state. */
  private static final int SAMPLES_PER_STACK = 10;

  private static final Pattern JDK = Pattern.compile("(java|javax|jdk|sun)\\..*");

  /** Frames between service code and the JDK while a future is awaited. */
  private static final Pattern WAITING =
      Pattern.compile("io\\.vertx\\.core\\.(impl\\.)?.*Future.*");

  private static final Pattern PARKING =
      Pattern.compile(
          "java\\.lang\\.(Thread\\.sleep|Object\\.wait).*|jdk\\.internal\\.misc\\.Unsafe\\.park");

  private static final Pattern IO =
      Pattern.compile(
          "java\\.io\\.(FileInputStream|FileOutputStream|RandomAccessFile|UnixFileSystem)\\..*"
              + "|sun\\.nio\\.fs\\..*"
              + "|sun\\.nio\\.ch\\.(NioSocketImpl|FileChannelImpl|UnixFileDispatcherImpl)\\..*"
              + "|java\\.net\\.Inet[46]AddressImpl\\..*"
              + "|java\\.lang\\.ProcessImpl\\..*");

  /** Class loading happens once; reads from {@code /dev/urandom} return at once. */
  private static final Pattern PERMITTED =
      Pattern.compile(
          "jdk\\.internal\\.loader\\..*|java\\.lang\\.ClassLoader\\..*"
              + "|sun\\.security\\.provider\\.NativePRNG.*");

  private static final String LOCK = "java.util.concurrent.locks.ReentrantLock.lock";

  private final ConcurrentLinkedQueue<String> faults;
  private final Predicate<String> mustNotBlock;

  /** Checks service code, not test code. */
  public EventLoopMonitor() {
    this(EventLoopMonitor::isServiceClass, Sampler.FAULTS);
  }

  /**
   * @param mustNotBlock whether the class with that name must not block
   */
  EventLoopMonitor(Predicate<String> mustNotBlock) {
    this(mustNotBlock, new ConcurrentLinkedQueue<>());
  }

  private EventLoopMonitor(Predicate<String> mustNotBlock, ConcurrentLinkedQueue<String> faults) {
    this.mustNotBlock = mustNotBlock;
    this.faults = faults;
  }

  private static boolean isServiceClass(String className) {
    URL location =
        EventLoopMonitor.class.getClassLoader().getResource(className.replace('.', '/') + ".class");
    return location != null && !location.getPath().contains("/test-classes/");
  }

  @Override
  public void afterAll(ExtensionContext context) {
    List<String> found = faults();
    if (!found.isEmpty()) {
      throw new AssertionError("blocking on an event loop:\n" + String.join("\n", found));
    }
  }

  /** The faults since the last call. */
  List<String> faults() {
    List<String> found = new ArrayList<>();
    for (String fault = faults.poll(); fault != null; fault = faults.poll()) {
      found.add(fault);
    }
    return found.stream().distinct().toList();
  }

  /** Samples all event loops of this process once. */
  void sample(boolean includeRunning) {
    eventLoops().forEach(loop -> sample(loop, includeRunning));
  }

  private static Stream<Thread> eventLoops() {
    ThreadGroup root = Thread.currentThread().getThreadGroup();
    while (root.getParent() != null) {
      root = root.getParent();
    }
    Thread[] threads = new Thread[2 * root.activeCount() + 16];
    return Stream.of(threads)
        .limit(root.enumerate(threads))
        .filter(thread -> thread.getName().startsWith(EVENT_LOOP));
  }

  private void sample(Thread loop, boolean includeRunning) {
    boolean waits =
        switch (loop.getState()) {
          case WAITING, TIMED_WAITING -> true;
          case NEW, RUNNABLE, BLOCKED, TERMINATED -> false;
        };
    if (waits || includeRunning) {
      List<StackTraceElement> stack = List.of(loop.getStackTrace());
      if (isBlocked(stack)) {
        faults.add(text(loop, stack));
      }
    }
  }

  /** The blocking caller must be service code; locks and logs of libraries are ignored. */
  boolean isBlocked(List<StackTraceElement> stack) {
    List<String> jdk =
        stack.stream()
            .map(frame -> frame.getClassName() + "." + frame.getMethodName())
            .takeWhile(frame -> JDK.matcher(frame).matches() || WAITING.matcher(frame).matches())
            .toList();
    if (jdk.size() == stack.size()
        || jdk.stream().anyMatch(PERMITTED.asMatchPredicate())
        || isLockOfTheJdk(jdk)
        || isInitialization(stack)) {
      return false;
    }
    String caller = stack.get(jdk.size()).getClassName();
    return caller.startsWith(OWN_PACKAGE)
        && jdk.stream().anyMatch(PARKING.asMatchPredicate().or(IO.asMatchPredicate()))
        && mustNotBlock.test(caller);
  }

  /** A queue of the JDK locks itself briefly; locks of service code count. */
  private static boolean isLockOfTheJdk(List<String> jdk) {
    int lock = jdk.indexOf(LOCK);
    return lock >= 0 && lock < jdk.size() - 1;
  }

  /** A class initializer may read a resource, once. */
  private static boolean isInitialization(List<StackTraceElement> stack) {
    return stack.stream().anyMatch(frame -> frame.getMethodName().equals("<clinit>"));
  }

  private static String text(Thread loop, List<StackTraceElement> stack) {
    StringBuilder text = new StringBuilder(loop.getName());
    stack.forEach(frame -> text.append("\n    at ").append(frame));
    return text.toString();
  }

  /** One thread per process, however many extensions JUnit creates. */
  private static final class Sampler {
    static final ConcurrentLinkedQueue<String> FAULTS = new ConcurrentLinkedQueue<>();

    static {
      EventLoopMonitor monitor = new EventLoopMonitor(EventLoopMonitor::isServiceClass, FAULTS);
      Thread.ofPlatform().daemon().name("event-loop-monitor").start(() -> run(monitor));
    }

    private static void run(EventLoopMonitor monitor) {
      for (int round = 0; true; round++) {
        LockSupport.parkNanos(PAUSE_NANOS);
        monitor.sample(round % SAMPLES_PER_STACK == 0);
      }
    }
  }
}
