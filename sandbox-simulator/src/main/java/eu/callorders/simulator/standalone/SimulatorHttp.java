package eu.callorders.simulator.standalone;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.simulator.gateway.SimulatedGateway;
import eu.callorders.simulator.gateway.SimulatorEnvironment;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The simulator behind the HTTP gateway protocol: one instance on one event loop. */
public final class SimulatorHttp extends VerticleBase {
  private static final Duration EXPIRE_INTERVAL = Duration.ofMinutes(1);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration MAX_WRITE_TIME = Duration.ofMinutes(10);
  private static final Duration DRAIN = Duration.ofSeconds(2);
  private static final int MAX_LINE_LENGTH = 8 * 1024;
  private static final int MAX_HEADER_SIZE = 16 * 1024;

  private final SimulatorSettings settings;
  private final InstantSource clock;
  private final Consumer<Throwable> onStoreFailure;
  private @Nullable WorkerExecutor writer;
  private @Nullable SimulatorFiles files;
  private @Nullable GroupCommit commit;
  private @Nullable EventPusher pusher;
  private @Nullable HttpServer server;

  /**
   * @param clock real time
   * @param onBroken called when the store fails; the process should exit
   */
  public SimulatorHttp(
      SimulatorSettings settings, InstantSource clock, Consumer<Throwable> onBroken) {
    this.settings = settings;
    this.clock = clock;
    this.onStoreFailure = onBroken;
  }

  @Override
  public Future<?> start() {
    WorkerExecutor executor =
        vertx.createSharedWorkerExecutor(
            "simulator-store-" + deploymentID(), 1, MAX_WRITE_TIME.toNanos(), TimeUnit.NANOSECONDS);
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
    return closed.transform(any -> finishWrites()).transform(any -> closeStore());
  }

  private Future<?> listen(SimulatorFiles store, WorkerExecutor executor) {
    files = store;
    ProtocolContext protocol =
        new ProtocolContext(MessageSignature.of(settings.secret()), clock, store.id());
    List<LongConsumer> listeners = new ArrayList<>();
    GroupCommit group =
        new GroupCommit(
            context,
            executor,
            store.calls(),
            store.callLog(),
            newest -> listeners.forEach(listener -> listener.accept(newest)),
            onStoreFailure);
    commit = group;
    SimulatedGateway gateway =
        new SimulatedGateway(
            new SimulatorEnvironment(
                clock, new SimulatorEnvironment.VertxTimers(vertx), group.registry()),
            group.registry());
    GatewayOperations operations =
        new GatewayOperations(gateway, group.registry(), store.calls(), store.id());
    listeners.add(operations::durableUpTo);
    URI callback = settings.callbackUrl();
    if (callback != null) {
      pusher = new EventPusher(vertx, callback, protocol, store.calls(), group.registry());
      listeners.add(pusher::durableUpTo);
      pusher.push();
    }
    gateway.resume();
    vertx.setPeriodic(EXPIRE_INTERVAL.toMillis(), timer -> gateway.expire());
    ConnectionTimeouts timeouts = new ConnectionTimeouts();
    vertx.setPeriodic(TICK.toMillis(), timer -> timeouts.tick());
    return serve(
        new GatewayRoutes(vertx, operations, protocol, group::whenDurable, timeouts), timeouts);
  }

  private Future<?> serve(GatewayRoutes routes, ConnectionTimeouts timeouts) {
    HttpServer listening =
        vertx
            .createHttpServer(options().setHost(settings.host()).setPort(settings.port()))
            .connectionHandler(timeouts::opened)
            .requestHandler(routes::handle)
            .invalidRequestHandler(routes::rejectMalformed);
    server = listening;
    return listening
        .listen()
        .recover(failure -> Future.failedFuture(settings.portUnavailable(failure)));
  }

  /** Without HTTP/2, whose detection would wait for a slow peer before the timeouts start. */
  static HttpServerOptions options() {
    return new HttpServerOptions()
        .setHttp2ClearTextEnabled(false)
        .setMaxInitialLineLength(MAX_LINE_LENGTH)
        .setMaxHeaderSize(MAX_HEADER_SIZE)
        .setHandle100ContinueAutomatically(true)
        .setTcpNoDelay(true);
  }

  private Future<?> finishWrites() {
    if (pusher != null) {
      pusher.stop();
    }
    return commit == null ? Future.succeededFuture() : commit.finish();
  }

  private Future<?> closeStore() {
    SimulatorFiles store = files;
    return store == null || writer == null
        ? Future.succeededFuture()
        : writer.executeBlocking(
            () -> {
              store.close();
              return null;
            });
  }
}
