package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.http.RouteModule;
import eu.callorders.server.json.Json;
import eu.callorders.server.logging.ThrowableRedactor;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /health/live} and {@code /health/ready} of the administration, which shows every check and
 * is 503 when one fails. Both need no token and show names only.
 */
public final class HealthRoutes implements RouteModule {
  private static final Logger LOG = LoggerFactory.getLogger(HealthRoutes.class);
  private static final int TIMEOUT_SECONDS = 2;
  private static final Duration MAX_AGE = Duration.ofSeconds(1);

  private final Supplier<List<HealthCheck>> current;
  private final BooleanSupplier stopping;
  private final boolean laboratory;
  private final AtomicReference<@Nullable ReadinessResult> latest = new AtomicReference<>();

  /** Checks that failed last; only changes are logged. */
  private final Set<String> failedChecks = ConcurrentHashMap.newKeySet();

  public HealthRoutes(List<HealthCheck> checks) {
    current = () -> checks;
    stopping = () -> false;
    laboratory = false;
  }

  /** A result and its start time in nanoseconds. */
  private record ReadinessResult(Promise<Boolean> ready, long startedNanos) {
    boolean isOld() {
      return ready.future().isComplete() && System.nanoTime() - startedNanos > MAX_AGE.toNanos();
    }
  }

  /**
   * Readiness of a whole node, including its loops.
   *
   * @param databaseUnavailable whether the database is known to be unavailable
   * @param stopping whether the node is shutting down
   * @param laboratory whether it runs live with settings for tests
   */
  public HealthRoutes(
      List<HealthCheck> checks,
      Vertx vertx,
      BooleanSupplier databaseUnavailable,
      BooleanSupplier stopping,
      boolean laboratory) {
    this.stopping = stopping;
    this.laboratory = laboratory;
    current =
        () -> {
          List<HealthCheck> all = new ArrayList<>(checks);
          all.addAll(HealthCheck.loops(vertx, databaseUnavailable));
          if (stopping.getAsBoolean()) {
            all.add(HealthCheck.stopping());
          }
          return all;
        };
  }

  /** Monitoring is not limited by address. */
  @Override
  public boolean limitsByAddress(String path) {
    return !path.startsWith("/health/");
  }

  @Override
  public void mount(Router router) {
    router.get("/health/live").handler(context -> send(context, 200, status("live")));
    router.get("/health/ready").handler(this::ready);
  }

  /**
   * Readiness for balancers, at most one second old; concurrent probes share the checks. Completes
   * on any thread.
   */
  public Future<Boolean> isReady() {
    if (stopping.getAsBoolean()) {
      return Future.succeededFuture(false);
    }
    ReadinessResult previous = latest.get();
    if (previous != null && !previous.isOld()) {
      return previous.ready().future();
    }
    ReadinessResult fresh = new ReadinessResult(Promise.promise(), System.nanoTime());
    if (!latest.compareAndSet(previous, fresh)) {
      return isReady();
    }
    List<Future<Boolean>> verdicts =
        current.get().stream().filter(HealthCheck::concernsBalancers).map(this::run).toList();
    Future.join(verdicts)
        .map(joined -> verdicts.stream().allMatch(Future::result))
        .onComplete(fresh.ready());
    return fresh.ready().future();
  }

  private void ready(RoutingContext context) {
    List<HealthCheck> checks = current.get();
    List<Future<Boolean>> verdicts = checks.stream().map(this::run).toList();
    Future.join(verdicts)
        .onSuccess(
            joined -> {
              boolean ready = true;
              ArrayNode shown = Json.array();
              for (int i = 0; i < checks.size(); i++) {
                HealthCheck check = checks.get(i);
                boolean up = verdicts.get(i).result();
                ready &= up;
                shown.addObject().put("name", check.name()).put("status", up ? "up" : "down");
              }
              ObjectNode body = status(ready ? "ready" : "not_ready");
              if (laboratory) {
                body.put("laboratory", true);
              }
              send(context, ready ? 200 : 503, body.set("checks", shown));
            })
        .onFailure(context::fail);
  }

  private Future<Boolean> run(HealthCheck check) {
    return Future.succeededFuture()
        .compose(ignored -> check.run().get())
        .timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .map(
            works -> {
              if (failedChecks.remove(check.name())) {
                LOG.info("health check recovered: {}", check.name());
              }
              return true;
            })
        .otherwise(
            failure -> {
              if (failedChecks.add(check.name())) {
                LOG.warn(
                    "health check failed: {}: {}",
                    check.name(),
                    ThrowableRedactor.describe(failure));
              }
              return false;
            });
  }

  private static ObjectNode status(String status) {
    return Json.object().put("status", status);
  }

  private static void send(RoutingContext context, int status, ObjectNode body) {
    if (context.response().headWritten() || context.response().closed()) {
      return; // the checks took longer than the request timeout
    }
    context
        .response()
        .setStatusCode(status)
        .putHeader("Content-Type", "application/json")
        .putHeader("Cache-Control", "no-store")
        .end(body.toString());
  }
}
