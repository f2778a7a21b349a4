package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.FieldError;
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
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Ended orders, dials and deliveries of the past, by hour or day. */
final class StatisticsResource {
  private static final long MAX_STEPS = 1_000;
  private static final Duration DEFAULT_RANGE = Duration.ofDays(1);
  private static final Map<String, Duration> STEPS =
      Map.of("PT1H", Duration.ofHours(1), "P1D", Duration.ofDays(1));
  private static final List<String> DELIVERY_STATUSES = List.of("succeeded", "failed", "skipped");

  private final Database database;
  private final InstantSource realTime;

  StatisticsResource(Database database, InstantSource realTime) {
    this.database = database;
    this.realTime = realTime;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("getStatistics", this::getStatistics).withQueryFaults(this::faults));
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

  /** Values that violate their schemas are skipped. */
  private List<FieldError> faults(Map<String, String> query) {
    try {
      Instant to = to(query);
      Instant from = from(query, to);
      if (!from.isBefore(to)) {
        return List.of(
            FieldError.query(
                "from",
                "inconsistent",
                "must be earlier than to",
                Map.of("rule", "earlier", "first", "from", "second", "to")));
      }
      Duration step = STEPS.get(query.getOrDefault("step", ""));
      return step == null || StepRange.covering(from, to, step).size() <= MAX_STEPS
          ? List.of()
          : List.of(
              FieldError.query(
                  "step",
                  "inconsistent",
                  "is too short: from and to are more than %d steps apart".formatted(MAX_STEPS),
                  Map.of("rule", "steps", "limit", MAX_STEPS)));
    } catch (DateTimeException reportedBySchema) {
      return List.of();
    }
  }

  private StepRange range(ApiRequest request) {
    Instant to = to(request.query());
    return StepRange.covering(
        from(request.query(), to), to, Objects.requireNonNull(STEPS.get(step(request))));
  }

  private Instant to(Map<String, String> query) {
    String to = query.get("to");
    return to == null ? realTime.instant() : Timestamps.parse(to);
  }

  private static Instant from(Map<String, String> query, Instant to) {
    String from = query.get("from");
    return from == null ? to.minus(DEFAULT_RANGE) : Timestamps.parse(from);
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
