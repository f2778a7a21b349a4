package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.TestClock;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The clock of a sandbox tenant; in a live environment it is not found. */
final class TestClockResource {
  private static final Period MAX_ADVANCE = Period.ofYears(10);

  private final Database database;
  private final AuditLog audit;
  private final boolean sandbox;
  private final Runnable advancing;
  private final TestClock testClock;

  /**
   * @param advancing runs after the target is stored
   */
  TestClockResource(
      Database database, TestClock testClock, AuditLog audit, boolean sandbox, Runnable advancing) {
    this.database = database;
    this.testClock = testClock;
    this.audit = audit;
    this.sandbox = sandbox;
    this.advancing = advancing;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("getTestClock", this::getTestClock),
        Operation.of("advanceTestClock", this::advanceTestClock));
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}/test-clock}. */
  private Future<Reply> getTestClock(ApiRequest request) {
    if (!sandbox) {
      return Future.succeededFuture(Reply.problem(Problem.notFound()));
    }
    UUID tenantId = AdminPaths.tenant(request);
    return database
        .asWorker(connection -> testClock.read(connection, tenantId))
        .map(Reply.ifFound(TestClockResource::reply));
  }

  private static Reply reply(TestClock.ClockState reading) {
    return Reply.of(
        200,
        Json.object().put("now", Timestamps.format(reading.now())).put("status", reading.status()));
  }

  /**
   * {@code POST /admin/v1/tenants/{tenant_id}/test-clock/advance}: advances the clock by a duration
   * or to an instant.
   */
  private Future<Reply> advanceTestClock(ApiRequest request) {
    if (!sandbox) {
      return Future.succeededFuture(Reply.problem(Problem.notFound()));
    }
    UUID tenantId = AdminPaths.tenant(request);
    JsonNode body = request.requiredBody();
    return database
        .asWorker(connection -> advance(connection, request, tenantId, body))
        .onSuccess(reply -> advancing.run());
  }

  private Future<Reply> advance(
      SqlConnection connection, ApiRequest request, UUID tenantId, JsonNode body) {
    AuditEvent event =
        AuditEvent.of(request.caller().actor(), AuditAction.TEST_CLOCK_ADVANCED, tenantId);
    return read(connection, tenantId)
        .compose(clock -> testClock.advanceTo(connection, tenantId, target(body, clock.now())))
        .compose(done -> read(connection, tenantId))
        .compose(reading -> audit.append(connection, event).map(reply(reading)));
  }

  private Future<TestClock.ClockState> read(SqlConnection connection, UUID tenantId) {
    return testClock
        .read(connection, tenantId)
        .map(found -> found.orElseThrow(ProblemException::notFound));
  }

  private static Instant target(JsonNode body, Instant now) {
    if (body.has("by")) {
      return atMost(now, "/by", later(now, body.get("by").asText()));
    }
    Instant to = Timestamps.parse(body.get("to").asText());
    if (to.isBefore(now)) {
      String at = Timestamps.format(now);
      throw invalid(
          "/to",
          "the clock only moves forward, and stands at " + at,
          Map.of("rule", "clock_moves_forward", "now", at));
    }
    return atMost(now, "/to", to);
  }

  /**
   * Adds a duration that satisfies the contract: days and longer units first, then hours and
   * shorter.
   */
  static Instant later(Instant now, String duration) {
    int hours = duration.indexOf('T');
    String days = hours < 0 ? duration : duration.substring(0, hours);
    OffsetDateTime result = now.atOffset(ZoneOffset.UTC);
    if (days.length() > 1) {
      result = result.plus(Period.parse(days));
    }
    if (hours >= 0) {
      result = result.plus(Duration.parse("P" + duration.substring(hours)));
    }
    return result.toInstant();
  }

  private static Instant atMost(Instant now, String pointer, Instant target) {
    if (target.isAfter(now.atOffset(ZoneOffset.UTC).plus(MAX_ADVANCE).toInstant())) {
      throw invalid(
          pointer,
          "is more than ten years ahead",
          Map.of("rule", "clock_advance", "maximum_years", MAX_ADVANCE.getYears()));
    }
    return target;
  }

  private static ProblemException invalid(
      String pointer, String message, Map<String, Object> context) {
    return ProblemException.invalid(FieldError.body(pointer, "inconsistent", message, context));
  }
}
