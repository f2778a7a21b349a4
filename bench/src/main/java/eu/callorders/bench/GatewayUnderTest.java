package eu.callorders.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What places the calls of a deployment. */
public interface GatewayUnderTest extends AutoCloseable {
  /** The value of CALLORDERS_GATEWAY. */
  String setting();

  /** Starts it, for the first time or again, and waits until it takes calls. */
  void start() throws IOException;

  /** Ends its process, if it has one of its own, without a warning. */
  default void kill() throws InterruptedException {
    throw new UnsupportedOperationException("it has no process of its own");
  }

  /** Its ledger of calls that were really placed; null when it keeps none. */
  default @Nullable Path callLog() {
    return null;
  }

  /** Settings of the service that it needs. */
  default Map<String, String> serviceSettings() {
    return Map.of();
  }

  @Override
  void close();

  interface Factory {
    /** One that is not started yet, keeps its data in a directory and sends its events to a URL. */
    GatewayUnderTest of(Path directory, String secret, String callback) throws IOException;
  }

  /** The one inside the service: it dies with its node and forgets its calls. */
  final class Embedded implements GatewayUnderTest {
    @Override
    public String setting() {
      return "embedded";
    }

    @Override
    public void start() {}

    @Override
    public void close() {}
  }
}
