package eu.callorders.console.signal;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Page;
import java.util.List;

/**
 * A signal with what it did.
 *
 * @param effects on enrollments, in the order of the service
 * @param changes events of orders, holds and promises of its person at the moment of a signal about
 *     a claim; empty without {@code events:read}
 */
record SignalDetail(JsonNode signal, List<Effect> effects, Page<JsonNode> changes) {
  /**
   * An effect on an enrollment.
   *
   * @param name such as {@code enrolled}
   * @param enrollment as it is now; its identifier alone when it was not read
   * @param orders the newest ones of the enrollment
   */
  record Effect(String name, String enrollmentId, JsonNode enrollment, List<JsonNode> orders) {}

  String id() {
    return signal.path("id").asText();
  }

  String type() {
    return signal.path("signal_type").asText();
  }

  /** Reference of the person; empty once erased. */
  String subject() {
    return signal.path("subject_reference").asText("");
  }

  boolean isAboutClaim() {
    return SignalTypes.OF_CLAIMS.contains(type());
  }

  /** Whether it has an effect on that enrollment. */
  boolean concerns(String enrollmentId) {
    return effects.stream().anyMatch(effect -> effect.enrollmentId().equals(enrollmentId));
  }
}
