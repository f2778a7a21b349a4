package eu.callorders.gatewaykit.server;

import eu.callorders.gatewaykit.server.GatewaySettings.InvalidSettingException;
import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a gateway as a process, configured by environment variables.
 *
 * @param help printed for {@code --help}
 * @param clock real time
 */
public record GatewayProcess(
    GatewayProfile profile,
    String help,
    GatewayServer.HandlerFactory handlers,
    InstantSource clock) {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayProcess.class);
  private static final int EXIT_INVALID = 2;
  private static final int EXIT_FAILED = 1;
  private static final int START_SECONDS = 60;
  private static final int STOP_SECONDS = 10;

  /**
   * Returns once it serves, and prints {@code ready} then; the process runs until stopped.
   *
   * @return 0, or the exit code of a start that failed
   */
  public int start(
      String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
    if (args.length > 0) {
      boolean asked = args[0].equals("--help");
      (asked ? out : err).print(asked ? help : "There are no arguments; see --help.\n");
      return asked ? 0 : EXIT_INVALID;
    }
    try {
      serve(GatewaySettings.read(profile, environment), out);
      return 0;
    } catch (InvalidSettingException invalid) {
      err.println(invalid.getMessage());
      return EXIT_INVALID;
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      err.println(
          cause instanceof InvalidSettingException
              ? cause.getMessage()
              : "The " + profile.name() + " could not start: " + cause);
      return EXIT_FAILED;
    } catch (TimeoutException late) {
      err.println("The " + profile.name() + " did not start within " + START_SECONDS + " s.");
      return EXIT_FAILED;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return EXIT_FAILED;
    }
  }

  private void serve(GatewaySettings settings, PrintStream out)
      throws InterruptedException, ExecutionException, TimeoutException {
    Vertx vertx = Vertx.vertx();
    GatewayServer server = new GatewayServer(settings, clock, handlers, this::exitOnStoreFailure);
    try {
      vertx
          .deployVerticle(server)
          .toCompletionStage()
          .toCompletableFuture()
          .get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException failed) {
      vertx.close();
      throw failed;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(vertx), "shutdown"));
    String name =
        profile.name().substring(0, 1).toUpperCase(Locale.ROOT) + profile.name().substring(1);
    out.printf("%-15s http://%s:%d/gateway/v1%n", name, settings.host(), server.port());
    out.printf("%-15s %s%n", "Store", settings.dataDirectory().toAbsolutePath());
    out.println("ready");
    out.flush();
  }

  /** Exits rather than run without a store; the process supervisor restarts it. */
  private void exitOnStoreFailure(Throwable cause) {
    LOG.error("{} store failed", profile.name(), cause);
    Runtime.getRuntime().halt(EXIT_FAILED);
  }

  private void stop(Vertx vertx) {
    CountDownLatch closed = new CountDownLatch(1);
    vertx.close().onComplete(any -> closed.countDown());
    try {
      if (!closed.await(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new TimeoutException("the " + profile.name() + " did not stop in time");
      }
    } catch (InterruptedException | TimeoutException e) {
      LOG.warn("{} stop incomplete", profile.name(), e);
    }
  }
}
