package eu.callorders.bench.faults;

import eu.callorders.bench.crash.ServiceNode;
import eu.callorders.server.concurrent.ProcessExit;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/** Starts nodes again that end by themselves with a code after which their supervisor does. */
final class NodeSupervisor implements AutoCloseable {
  private static final Set<Integer> CODES =
      Set.of(ProcessExit.OUT_OF_MEMORY, ProcessExit.LOOP_STALLED, ProcessExit.DATABASE_UNREACHABLE);

  private static final long PAUSE_MILLIS = 100;

  private final List<ServiceNode> nodes;
  private final Map<Integer, Integer> restarts = new ConcurrentSkipListMap<>();
  private final Thread thread = new Thread(this::watch, "supervisor");

  private NodeSupervisor(List<ServiceNode> nodes) {
    this.nodes = nodes;
  }

  static NodeSupervisor start(List<ServiceNode> nodes) {
    NodeSupervisor supervisor = new NodeSupervisor(nodes);
    supervisor.thread.setDaemon(true);
    supervisor.thread.start();
    return supervisor;
  }

  private void watch() {
    try {
      while (true) {
        for (ServiceNode node : nodes) {
          watch(node);
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void watch(ServiceNode node) {
    try {
      int code = node.restartAfter(CODES);
      if (code != 0) {
        restarts.merge(code, 1, Integer::sum);
        System.out.printf("%s has ended with %d, and is started again%n", node.name, code);
        Thread.ofPlatform().daemon().start(() -> awaitReady(node));
      }
    } catch (IOException e) {
      System.err.println(node.name + " does not start: " + e.getMessage());
    }
  }

  /** Reads what the process writes, too. */
  private static void awaitReady(ServiceNode node) {
    try {
      node.awaitReady();
    } catch (IOException endedAgain) {
      System.err.println(node.name + " has ended again before it was ready");
    }
  }

  /** How many processes were started again, by the exit code of the one before. */
  Map<Integer, Integer> restarts() {
    return Map.copyOf(restarts);
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
