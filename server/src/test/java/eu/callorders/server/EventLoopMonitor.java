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
 * Fails each test class during which code of the service was parked, or read or wrote a file or a
 * blocking socket, on an event loop. Registered for all of them; it looks at the threads of event
 * loops a hundred times a second.
 */
public final class EventLoopMonitor implements AfterAllCallback {
  private static final String EVENT_LOOP = "vert.x-eventloop-thread-";
  private static final String OURS = "eu.callorders.";
  private static final long PAUSE_NANOS = 10_000_000;

  /** What runs takes a stack to judge, which costs more than the state of a thread. */
  private static final int PAUSES_BETWEEN_STACKS = 10;

  private static final Pattern JDK = Pattern.compile("(java|javax|jdk|sun)\\..*");

  /** Between our code and the JDK, where it waits for a future. */
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

  /**
   * Classes are loaded once, and the kernel answers at once when the JDK reads random bytes from
   * {@code /dev/urandom}.
   */
  private static final Pattern PERMITTED =
      Pattern.compile(
          "jdk\\.internal\\.loader\\..*|java\\.lang\\.ClassLoader\\..*"
              + "|sun\\.security\\.provider\\.NativePRNG.*");

  private static final String LOCK = "java.util.concurrent.locks.ReentrantLock.lock";

  private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
  private final Predicate<String> isJudged;

  /** Judges what the service does, not what tests do to it. */
  public EventLoopMonitor() {
    this(EventLoopMonitor::isOfTheService);
    Sampler.INSTANCE.add(this);
  }

  /**
   * @param isJudged tells by the name of a class of ours whether it must not block
   */
  EventLoopMonitor(Predicate<String> isJudged) {
    this.isJudged = isJudged;
  }

  private static boolean isOfTheService(String className) {
    URL place =
        EventLoopMonitor.class.getClassLoader().getResource(className.replace('.', '/') + ".class");
    return place != null && !place.getPath().contains("/test-classes/");
  }

  @Override
  public void afterAll(ExtensionContext context) {
    List<String> seen = faults();
    if (!seen.isEmpty()) {
      throw new AssertionError("blocking on an event loop:\n" + String.join("\n", seen));
    }
  }

  /** What was seen since this was last asked. */
  List<String> faults() {
    List<String> seen = new ArrayList<>();
    for (String fault = faults.poll(); fault != null; fault = faults.poll()) {
      seen.add(fault);
    }
    return seen.stream().distinct().toList();
  }

  /** Looks at the event loops of this process once. */
  void look(boolean alsoAtWhatRuns) {
    eventLoops().forEach(loop -> look(loop, alsoAtWhatRuns));
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

  private void look(Thread loop, boolean alsoAtWhatRuns) {
    boolean waits =
        switch (loop.getState()) {
          case WAITING, TIMED_WAITING -> true;
          case NEW, RUNNABLE, BLOCKED, TERMINATED -> false;
        };
    if (waits || alsoAtWhatRuns) {
      List<StackTraceElement> stack = List.of(loop.getStackTrace());
      if (isBlocked(stack)) {
        faults.add(text(loop, stack));
      }
    }
  }

  /** The code that blocks must be ours: a library's lock or log is not. */
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
    return caller.startsWith(OURS)
        && jdk.stream().anyMatch(PARKING.asMatchPredicate().or(IO.asMatchPredicate()))
        && isJudged.test(caller);
  }

  /** A queue of the JDK locks itself for an instant; a lock that our code takes is judged. */
  private static boolean isLockOfTheJdk(List<String> jdk) {
    int lock = jdk.indexOf(LOCK);
    return lock >= 0 && lock < jdk.size() - 1;
  }

  /** A class may read a resource when it is initialized, which happens once. */
  private static boolean isInitialization(List<StackTraceElement> stack) {
    return stack.stream().anyMatch(frame -> frame.getMethodName().equals("<clinit>"));
  }

  private static String text(Thread loop, List<StackTraceElement> stack) {
    StringBuilder text = new StringBuilder(loop.getName());
    stack.forEach(frame -> text.append("\n    at ").append(frame));
    return text.toString();
  }

  /** One thread for all test classes of the process. */
  private static final class Sampler {
    private static final Sampler INSTANCE = new Sampler();

    private final ConcurrentLinkedQueue<EventLoopMonitor> monitors = new ConcurrentLinkedQueue<>();

    private Sampler() {
      Thread.ofPlatform().daemon().name("event-loop-monitor").start(this::run);
    }

    void add(EventLoopMonitor monitor) {
      monitors.add(monitor);
    }

    private void run() {
      for (int looks = 0; true; looks++) {
        LockSupport.parkNanos(PAUSE_NANOS);
        boolean alsoAtWhatRuns = looks % PAUSES_BETWEEN_STACKS == 0;
        monitors.forEach(monitor -> monitor.look(alsoAtWhatRuns));
      }
    }
  }
}
