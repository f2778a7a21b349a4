package eu.callorders.simulator.standalone;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.gatewaykit.server.GatewaySettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A simulator in this process, over a directory. */
final class RunningSimulator implements AutoCloseable {
  static final SigningSecret SECRET = SigningSecret.generate(new Random(3));
  static final MessageSignature SIGNATURE = MessageSignature.of(SECRET);
  private static final long PATIENCE_SECONDS = 60;

  private final Vertx vertx = Vertx.vertx();
  private final SignedClient client;

  private RunningSimulator(GatewaySettings settings) throws Exception {
    SimulatorHttp simulator =
        new SimulatorHttp(
            settings,
            Clock.systemUTC(),
            why -> {
              throw new AssertionError(why);
            });
    await(vertx.deployVerticle(simulator));
    client = new SignedClient(simulator.port(), SIGNATURE);
  }

  static RunningSimulator start(Path directory) throws Exception {
    return start(directory, null);
  }

  /** With the call log {@code calls.jsonl} in the directory. */
  static RunningSimulator start(Path directory, URI callback) throws Exception {
    return new RunningSimulator(
        SimulatorSettings.of(
            "127.0.0.1",
            0,
            callback,
            SECRET,
            directory.resolve("store"),
            directory.resolve("calls.jsonl")));
  }

  SignedClient client() {
    return client;
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }
}
