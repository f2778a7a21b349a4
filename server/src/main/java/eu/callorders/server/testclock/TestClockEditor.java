package eu.callorders.server.testclock;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
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
import java.util.Map;
import java.util.UUID;

/** Reads a tenant's clock and sets where it advances to, for operators and for the tenant. */
public final class TestClockEditor {
  private static final Period MAX_ADVANCE = Period.ofYears(10);

  private TestClockEditor() {}

  /** The representation of a clock. */
  public static ObjectNode view(TestClock.ClockState clock) {
    return Json.object().put("now", Timestamps.format(clock.now())).put("status", clock.status());
  }

  /** Fails with {@code not_found} when there is no such tenant. */
  public static Future<TestClock.ClockState> read(SqlConnection connection, UUID tenantId) {
    return TestClock.read(connection, tenantId)
        .map(found -> found.orElseThrow(ProblemException::notFound));
  }

  /**
   * Sets the target of a clock.
   *
   * @param body {@code by} a duration or {@code to} an instant, as the contract has it
   */
  public static Future<TestClock.ClockState> advance(
      SqlConnection connection, UUID tenantId, JsonNode body) {
    return read(connection, tenantId)
        .compose(clock -> TestClock.advanceTo(connection, tenantId, target(body, clock.now())))
        .compose(done -> read(connection, tenantId));
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
