package eu.callorders.server.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of the service: the only place where things are wired, started, and stopped in the
 * opposite order.
 */
public final class Node implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);

  private final Config config;
  private final Deque<AutoCloseable> running = new ArrayDeque<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  private Node(Config config) {
    this.config = config;
  }

  /**
   * Starts a node and answers it when it serves requests. It stops with the JVM, also when the
   * signal arrives on the way up.
   */
  public static Node start(Config config) {
    Node node = new Node(config);
    Runtime.getRuntime().addShutdownHook(new Thread(node::close, "shutdown"));
    try {
      node.start();
    } catch (RuntimeException e) {
      node.close();
      throw e;
    }
    return node;
  }

  /** Holds the monitor, so that a signal in the middle stops what is there once it is there. */
  private synchronized void start() {
    Secrets secrets = secrets();
    RunningDatabase database = opened(RunningDatabase.open(config));
    LOG.info("Database schema {} in place", database.version());
    LOG.debug("Secrets in force: {}", secrets);
  }

  /** Blocks until the node has been stopped. */
  public void awaitClose() throws InterruptedException {
    closed.await();
  }

  /** Stops everything, last started first stopped. */
  @Override
  public synchronized void close() {
    while (!running.isEmpty()) {
      AutoCloseable part = running.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not stop cleanly", part.getClass().getSimpleName(), e);
      }
    }
    closed.countDown();
  }

  private <T extends AutoCloseable> T opened(T part) {
    running.push(part);
    return part;
  }

  private Secrets secrets() {
    try {
      return Secrets.of(config);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
