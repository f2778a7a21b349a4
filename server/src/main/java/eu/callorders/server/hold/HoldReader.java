package eu.callorders.server.hold;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.ClaimNumber;
import eu.callorders.core.hold.HoldNames;
import eu.callorders.core.hold.HoldSource;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.hold.HoldWriter.NewHold;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads holds of requests that satisfy the contract. */
public final class HoldReader {
  private HoldReader() {}

  /**
   * The hold that a body asks for.
   *
   * @param now the tenant's time; an end that has come is refused
   */
  public static NewHold newHold(UUID tenantId, JsonNode body, HoldSource source, Instant now) {
    String until = text(body, "until");
    // The database keeps microseconds.
    Instant end = until == null ? null : Timestamps.parse(until).truncatedTo(ChronoUnit.MICROS);
    if (end != null && !end.isAfter(now)) {
      throw ProblemException.invalid(
          FieldError.body(
              "/until",
              "minimum",
              "must be later than now, " + Timestamps.format(now),
              Map.of("exclusive_minimum", Timestamps.format(now))));
    }
    return new NewHold(
        tenantId, names(body), body.path("reason").asText(), source, end, text(body, "note"), null);
  }

  private static HoldNames names(JsonNode body) {
    return new HoldNames(
        text(body, "subject_reference"),
        PhoneNumber.ofNullable(text(body, "phone")),
        claim(body.path("claim")));
  }

  private static @Nullable ClaimNumber claim(JsonNode claim) {
    for (ClaimNumber.Kind kind : ClaimNumber.Kind.values()) {
      String value = text(claim, kind.wire());
      if (value != null) {
        return new ClaimNumber(kind, value);
      }
    }
    return null;
  }

  private static @Nullable String text(JsonNode json, String member) {
    return json.hasNonNull(member) ? json.get(member).asText() : null;
  }
}
