package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.statistics.HourlyCountStore;
import eu.callorders.server.statistics.LagCounts;
import eu.callorders.server.statistics.StepCounts;
import eu.callorders.server.statistics.StepRange;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Ended orders, dials and deliveries of the past, by hour or day. */
final class StatisticsResource {
  private static final long MAX_STEPS = 1_000;
  private static final Duration DEFAULT_RANGE = Duration.ofDays(1);
  private static final List<String> DELIVERY_STATUSES = List.of("succeeded", "failed", "skipped");

  private final Database database;
  private final InstantSource realTime;

  StatisticsResource(Database database, InstantSource realTime) {
    this.database = database;
    this.realTime = realTime;
  }

  List<Operation> operations() {
    return List.of(Operation.of("getStatistics", this::getStatistics));
  }

  /** {@code GET /admin/v1/statistics}. */
  private Future<Reply> getStatistics(ApiRequest request) {
    StepRange range = range(request);
    Future<List<StepCounts>> steps =
        tenant(request)
            .map(
                id -> database.asWorker(connection -> HourlyCountStore.read(connection, id, range)))
            .orElseGet(() -> Future.succeededFuture(HourlyCountStore.emptySteps(range)));
    return steps.map(
        counts ->
            Reply.of(
                200, Json.object().put("step", step(request)).set("steps", steps(range, counts))));
  }

  /** Empty when the id names no tenant. */
  private static Optional<UUID> tenant(ApiRequest request) {
    Optional<String> tenant = request.queryParameter("tenant_id");
    return tenant.isEmpty()
        ? Optional.of(HourlyCountStore.ALL_TENANTS)
        : tenant
            .flatMap(IdKind.TENANT::parse)
            .filter(id -> !id.equals(HourlyCountStore.ALL_TENANTS));
  }

  private StepRange range(ApiRequest request) {
    Instant to = request.queryInstant("to").orElseGet(realTime::instant);
    Instant from = request.queryInstant("from").orElse(to.minus(DEFAULT_RANGE));
    if (!from.isBefore(to)) {
      throw ProblemException.invalid(
          FieldError.query(
              "from",
              "inconsistent",
              "must be earlier than to",
              Map.of("rule", "earlier", "first", "from", "second", "to")));
    }
    StepRange range = StepRange.covering(from, to, Duration.parse(step(request)));
    if (range.size() > MAX_STEPS) {
      throw ProblemException.invalid(
          FieldError.query(
              "step",
              "inconsistent",
              "is too short: from and to are more than %d steps apart".formatted(MAX_STEPS),
              Map.of("rule", "steps", "limit", MAX_STEPS)));
    }
    return range;
  }

  private static String step(ApiRequest request) {
    return request.queryParameter("step").orElseThrow();
  }

  private static ArrayNode steps(StepRange range, List<StepCounts> counts) {
    ArrayNode steps = Json.array();
    for (int index = 0; index < counts.size(); index++) {
      steps.add(document(range.start(index), counts.get(index)));
    }
    return steps;
  }

  private static ObjectNode document(Instant start, StepCounts counts) {
    ObjectNode document = Json.object().put("from", Timestamps.format(start));
    ObjectNode orders = document.putObject("orders_ended");
    counts.orders().forEach(orders::put);
    LagCounts lags = counts.dialLags();
    document.put("dials", lags.total());
    document
        .putObject("dial_lag_ms")
        .put("p50", lags.percentile(50))
        .put("p99", lags.percentile(99));
    ObjectNode deliveries = document.putObject("deliveries");
    DELIVERY_STATUSES.forEach(status -> deliveries.put(status, counts.deliveries(status)));
    return document;
  }
}
