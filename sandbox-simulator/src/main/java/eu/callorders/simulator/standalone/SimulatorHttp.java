package eu.callorders.simulator.standalone;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.simulator.gateway.SimulatedGateway;
import eu.callorders.simulator.gateway.SimulatorEnvironment;
import eu.callorders.simulator.gateway.VertxTimers;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The simulator behind the HTTP gateway protocol: one instance, on one event loop. */
public final class SimulatorHttp extends VerticleBase {
  private static final Duration CLEANING = Duration.ofMinutes(1);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration LONGEST_WRITE = Duration.ofMinutes(10);
  private static final Duration DRAIN = Duration.ofSeconds(2);
  private static final int LONGEST_LINE = 8 * 1024;
  private static final int LARGEST_HEADER = 16 * 1024;

  private final SimulatorSettings settings;
  private final InstantSource clock;
  private final Consumer<Throwable> onBroken;
  private @Nullable WorkerExecutor writer;
  private @Nullable SimulatorFiles opened;
  private @Nullable GroupCommit commit;
  private @Nullable EventPusher push;
  private @Nullable HttpServer server;

  /**
   * A simulator that listens as the settings say.
   *
   * @param clock real time
   * @param onBroken told when the store fails; the process should end then
   */
  public SimulatorHttp(
      SimulatorSettings settings, InstantSource clock, Consumer<Throwable> onBroken) {
    this.settings = settings;
    this.clock = clock;
    this.onBroken = onBroken;
  }

  @Override
  public Future<?> start() {
    WorkerExecutor executor =
        vertx.createSharedWorkerExecutor(
            "simulator-store-" + deploymentID(), 1, LONGEST_WRITE.toNanos(), TimeUnit.NANOSECONDS);
    writer = executor;
    return executor
        .executeBlocking(() -> SimulatorFiles.open(settings, clock))
        .compose(store -> listen(store, executor));
  }

  /** The port in use; call after the start. */
  public int port() {
    if (server == null) {
      throw new IllegalStateException("not started");
    }
    return server.actualPort();
  }

  @Override
  public Future<?> stop() {
    Future<?> closed =
        server == null
            ? Future.succeededFuture()
            : server.shutdown(DRAIN.toSeconds(), TimeUnit.SECONDS);
    return closed.transform(any -> lastWords()).transform(any -> closeStore());
  }

  private Future<?> listen(SimulatorFiles store, WorkerExecutor executor) {
    opened = store;
    ProtocolContext door =
        new ProtocolContext(MessageSignature.of(settings.secret()), clock, store.id());
    RequestState told = new RequestState();
    GroupCommit group =
        new GroupCommit(context, executor, store.calls(), store.callLog(), told, onBroken);
    commit = group;
    SimulatedGateway switchboard =
        new SimulatedGateway(
            new SimulatorEnvironment(clock, new VertxTimers(vertx), group.book()), group.book());
    GatewayOperations operations =
        new GatewayOperations(switchboard, group.book(), store.calls(), store.id());
    told.operations = operations;
    URI callback = settings.callbackUrl();
    if (callback != null) {
      push = new EventPusher(vertx, callback, door, store.calls(), group.book());
      told.push = push;
      push.push();
    }
    switchboard.resume();
    vertx.setPeriodic(CLEANING.toMillis(), timer -> switchboard.expire());
    return serve(new Routes(operations), door, group);
  }

  private Future<?> serve(Routes routes, ProtocolContext door, GroupCommit group) {
    ConnectionTimeouts deadlines = new ConnectionTimeouts();
    vertx.setPeriodic(TICK.toMillis(), timer -> deadlines.tick());
    HttpHandler httpDoor = new HttpHandler(routes, door, group::durable, deadlines);
    HttpServer listening =
        vertx
            .createHttpServer(options().setHost(settings.host()).setPort(settings.port()))
            .connectionHandler(deadlines::opened)
            .requestHandler(httpDoor::serve)
            .invalidRequestHandler(httpDoor::refuseUnreadable);
    server = listening;
    return listening
        .listen()
        .recover(failure -> Future.failedFuture(settings.cannotListen(failure)));
  }

  /** Without HTTP/2, whose detection would wait for a slow peer before anybody counts seconds. */
  static HttpServerOptions options() {
    return new HttpServerOptions()
        .setHttp2ClearTextEnabled(false)
        .setMaxInitialLineLength(LONGEST_LINE)
        .setMaxHeaderSize(LARGEST_HEADER)
        .setHandle100ContinueAutomatically(true)
        .setTcpNoDelay(true);
  }

  private Future<?> lastWords() {
    if (push != null) {
      push.stop();
    }
    return commit == null ? Future.succeededFuture() : commit.finish();
  }

  private Future<?> closeStore() {
    SimulatorFiles store = opened;
    return store == null || writer == null
        ? Future.succeededFuture()
        : writer.executeBlocking(
            () -> {
              store.close();
              return null;
            });
  }

  /** Who has to know how far the log is durable. */
  private static final class RequestState implements LongConsumer {
    private @Nullable GatewayOperations operations;
    private @Nullable EventPusher push;

    @Override
    public void accept(long newest) {
      if (operations != null) {
        operations.durable(newest);
      }
      if (push != null) {
        push.durable(newest);
      }
    }
  }
}
