package eu.callorders.bench.crash;

import java.nio.file.Path;
import java.util.List;

/** What stands between the clients of a deployment and its nodes. */
public interface BalancerUnderTest extends AutoCloseable {
  /** A port of the loopback interface, known before it is started. */
  int port();

  /** Starts it, once all nodes of the deployment are known. */
  default void start() throws Exception {}

  @Override
  void close();

  interface Factory {
    /**
     * One that may log below the directory, before nodes that are still to be added to the list.
     */
    BalancerUnderTest of(Path directory, List<ServiceNode> nodes) throws Exception;
  }
}
