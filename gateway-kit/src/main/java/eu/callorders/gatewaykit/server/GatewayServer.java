package eu.callorders.gatewaykit.server;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.gatewaykit.call.CallGateway;
import eu.callorders.gatewaykit.call.CallHandler;
import eu.callorders.gatewaykit.call.GatewayNotes;
import eu.callorders.gatewaykit.store.DurableCallRegistry;
import eu.callorders.gatewaykit.store.GatewayFiles;
import eu.callorders.gatewaykit.store.GroupCommit;
import eu.callorders.gatewaykit.store.StoredNotes;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gateway behind the HTTP gateway protocol: store, call log, routes and push around a {@link
 * CallHandler}. One instance on one event loop.
 */
public class GatewayServer extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayServer.class);
  private static final Duration EXPIRE_INTERVAL = Duration.ofMinutes(1);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration MAX_WRITE_TIME = Duration.ofMinutes(10);
  // Together below the 10 seconds that a stop may take.
  private static final Duration HANDLER_DRAIN = Duration.ofSeconds(5);
  private static final Duration DRAIN = Duration.ofSeconds(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
  private static final int MAX_LINE_LENGTH = 8 * 1024;
  private static final int MAX_HEADER_SIZE = 16 * 1024;

  private final GatewaySettings settings;
  private final InstantSource clock;
  private final HandlerFactory handlers;
  private final Consumer<Throwable> onStoreFailure;
  private @Nullable WorkerExecutor writer;
  private @Nullable GatewayFiles files;
  private @Nullable GroupCommit commit;
  private @Nullable CallGateway gateway;
  private @Nullable EventPusher pusher;
  private @Nullable HttpServer server;

  /**
   * What a handler may use. All of it is confined to the event loop of the gateway.
   *
   * @param clock real time
   * @param router takes routes of the gateway's own, which no signature protects
   */
  public record HandlerContext(
      Vertx vertx, InstantSource clock, GatewayNotes notes, Router router) {}

  /** Creates the handler when the store is open, on the event loop. */
  public interface HandlerFactory {
    CallHandler create(HandlerContext context);
  }

  /**
   * @param clock real time
   * @param onStoreFailure called when the store fails; the process should exit
   */
  public GatewayServer(
      GatewaySettings settings,
      InstantSource clock,
      HandlerFactory handlers,
      Consumer<Throwable> onStoreFailure) {
    this.settings = settings;
    this.clock = clock;
    this.handlers = handlers;
    this.onStoreFailure = onStoreFailure;
  }

  @Override
  public Future<?> start() {
    WorkerExecutor executor =
        vertx.createSharedWorkerExecutor(
            "gateway-store-" + deploymentID(), 1, MAX_WRITE_TIME.toNanos(), TimeUnit.NANOSECONDS);
    writer = executor;
    return executor
        .executeBlocking(
            () ->
                GatewayFiles.open(
                    settings.dataDirectory(), settings.profile().name(), settings.callLog(), clock))
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
    Future<?> drained =
        gateway == null
            ? Future.succeededFuture()
            : gateway.drain().timeout(HANDLER_DRAIN.toMillis(), TimeUnit.MILLISECONDS);
    return logged("calls that end", drained)
        .transform(any -> logged("the HTTP server", closeServer()))
        .transform(any -> logged("writes", finishWrites()))
        .transform(any -> logged("the store", closeStore()));
  }

  /** Logs a step of the stop that takes longer than all of them may. */
  private Future<?> logged(String step, Future<?> done) {
    long timer =
        vertx.setTimer(STOP_LIMIT.toMillis(), late -> LOG.warn("the stop waits for {}", step));
    return done.onComplete(any -> vertx.cancelTimer(timer));
  }

  private Future<?> closeServer() {
    return server == null
        ? Future.succeededFuture()
        : server.shutdown(DRAIN.toSeconds(), TimeUnit.SECONDS);
  }

  private Future<?> listen(GatewayFiles store, WorkerExecutor executor) {
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
    DurableCallRegistry registry = group.registry();
    Router router = GatewayRoutes.router(vertx);
    HandlerContext shared =
        new HandlerContext(vertx, clock, new StoredNotes(store.calls(), registry), router);
    CallGateway calls =
        new CallGateway(handlers.create(shared), registry, registry, clock, group::whenDurable);
    gateway = calls;
    GatewayOperations operations = new GatewayOperations(calls, store.calls(), store.id());
    listeners.add(operations::durableUpTo);
    URI callback = settings.callbackUrl();
    if (callback != null) {
      pusher = new EventPusher(vertx, callback, protocol, store.calls(), registry);
      listeners.add(pusher::durableUpTo);
      pusher.push();
    }
    calls.resume();
    vertx.setPeriodic(EXPIRE_INTERVAL.toMillis(), timer -> calls.expire());
    ConnectionTimeouts timeouts = new ConnectionTimeouts();
    vertx.setPeriodic(TICK.toMillis(), timer -> timeouts.tick());
    return serve(
        new GatewayRoutes(router, operations, protocol, group::whenDurable, timeouts), timeouts);
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
    GatewayFiles store = files;
    return store == null || writer == null
        ? Future.succeededFuture()
        : writer.executeBlocking(
            () -> {
              store.close();
              return null;
            });
  }
}
