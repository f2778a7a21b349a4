package eu.callorders.simulator.standalone;

import io.vertx.core.Vertx;
import java.io.PrintStream;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.LoggerFactory;

/** The main class of the standalone simulator. */
public final class SimulatorMain {
  private static final String HELP =
      """
      The voice gateway of the sandbox as a process of its own. Settings, from the environment:
        SIMULATOR_HOST          address to listen on (127.0.0.1)
        SIMULATOR_PORT          port to listen on (8090); 0 takes a free one
        SIMULATOR_SECRET        whsec_..., shared with the service; required
        SIMULATOR_CALLBACK_URL  the service's <base address>/gateway/v1/events (none: only pulled)
        SIMULATOR_DATA_DIR      directory of the durable store (simulator-data)
        SIMULATOR_CALL_LOG      file that gets two JSON lines per call (none)
      """;
  private static final int EXIT_INVALID = 2;
  private static final int EXIT_FAILED = 1;
  private static final int START_SECONDS = 60;
  private static final int STOP_SECONDS = 10;

  private SimulatorMain() {}

  public static void main(String[] args) {
    // The service's jar contains this module, and a configuration of its own.
    System.getProperties().putIfAbsent("logback.configurationFile", "simulator-logback.xml");
    System.getProperties().putIfAbsent("vertx.disableFileCPResolving", "true");
    int status = run(args, System.getenv(), System.out, System.err);
    if (status != 0) {
      System.exit(status);
    }
  }

  private static int run(
      String[] args, Map<String, String> environment, PrintStream out, PrintStream err) {
    if (args.length > 0) {
      boolean help = args[0].equals("--help");
      (help ? out : err).print(help ? HELP : "There are no arguments; see --help.\n");
      return help ? 0 : EXIT_INVALID;
    }
    try {
      serve(SimulatorSettings.of(environment), out);
      return 0;
    } catch (SimulatorSettings.InvalidSettingException refused) {
      err.println(refused.getMessage());
      return EXIT_INVALID;
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      err.println(
          cause instanceof SimulatorSettings.InvalidSettingException
              ? cause.getMessage()
              : "The simulator could not start: " + cause);
      return EXIT_FAILED;
    } catch (TimeoutException late) {
      err.println("The simulator did not start within " + START_SECONDS + " s.");
      return EXIT_FAILED;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return EXIT_FAILED;
    }
  }

  /** Returns once it serves; the process runs until stopped. */
  private static void serve(SimulatorSettings settings, PrintStream out)
      throws InterruptedException, ExecutionException, TimeoutException {
    Vertx vertx = Vertx.vertx();
    SimulatorHttp simulator =
        new SimulatorHttp(settings, Clock.systemUTC(), SimulatorMain::exitOnStoreFailure);
    try {
      vertx
          .deployVerticle(simulator)
          .toCompletionStage()
          .toCompletableFuture()
          .get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException failed) {
      vertx.close();
      throw failed;
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(vertx), "shutdown"));
    out.printf("Simulator       http://%s:%d/gateway/v1%n", settings.host(), simulator.port());
    out.printf("Store           %s%n", settings.dataDirectory().toAbsolutePath());
    out.println("ready");
    out.flush();
  }

  /** Exits rather than run without a store; the process supervisor restarts it. */
  private static void exitOnStoreFailure(Throwable cause) {
    LoggerFactory.getLogger(SimulatorMain.class).error("simulator store failed", cause);
    Runtime.getRuntime().halt(EXIT_FAILED);
  }

  private static void stop(Vertx vertx) {
    CountDownLatch closed = new CountDownLatch(1);
    vertx.close().onComplete(any -> closed.countDown());
    try {
      if (!closed.await(STOP_SECONDS, TimeUnit.SECONDS)) {
        throw new TimeoutException("the simulator did not stop in time");
      }
    } catch (InterruptedException | TimeoutException e) {
      LoggerFactory.getLogger(SimulatorMain.class).warn("simulator stop incomplete", e);
    }
  }
}
