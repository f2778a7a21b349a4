package eu.callorders.server.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.core.webhook.VerificationState;
import eu.callorders.server.http.Json;
import org.jspecify.annotations.Nullable;

/** What to do with a delivery whose turn has come. */
sealed interface Instruction {

  /** The endpoint does not want it any more. */
  record Skip() implements Instruction {}

  /** There is nothing that could be sent. */
  record GiveUp() implements Instruction {}

  /** Its URL breaks a rule that it has kept, or that is new. */
  record Refuse() implements Instruction {}

  /** It is sent. */
  record Send(TargetUrl url, String body) implements Instruction {}

  /** Decides by the endpoint as it is at dispatch. */
  static Instruction of(ClaimedDelivery claimed, TargetRules rules) {
    Endpoint endpoint = claimed.endpoint();
    if (endpoint == null || !isWanted(claimed, endpoint)) {
      return new Skip();
    }
    String body = body(claimed, endpoint);
    if (body == null) {
      return new GiveUp();
    }
    return switch (rules.judge(endpoint.url())) {
      case TargetRules.Verdict.Allowed allowed -> new Send(allowed.url(), body);
      case TargetRules.Verdict.Refused _ -> new Refuse();
    };
  }

  private static boolean isWanted(ClaimedDelivery claimed, Endpoint endpoint) {
    if (isVerification(claimed)) {
      return endpoint.status() == EndpointStatus.PENDING_VERIFICATION
          && endpoint.verification().state() == VerificationState.PENDING
          && asksFor(endpoint.verification().challenge(), claimed.envelope());
    }
    return endpoint.status() == EndpointStatus.ACTIVE
        && (isPing(claimed) || endpoint.subscribesTo(claimed.eventType()));
  }

  static boolean isVerification(ClaimedDelivery claimed) {
    return claimed.eventType().equals(EventType.WEBHOOK_ENDPOINT_VERIFICATION.wire());
  }

  static boolean isPing(ClaimedDelivery claimed) {
    return claimed.eventType().equals(EventType.WEBHOOK_ENDPOINT_PING.wire());
  }

  private static boolean asksFor(@Nullable String challenge, @Nullable String envelope) {
    JsonNode asked = envelope == null ? Json.object() : Json.parse(envelope).at("/data/challenge");
    return challenge != null && challenge.equals(asked.asText());
  }

  private static @Nullable String body(ClaimedDelivery claimed, Endpoint endpoint) {
    String envelope = claimed.envelope();
    if (envelope == null || !endpoint.thin() || isVerification(claimed) || isPing(claimed)) {
      return envelope;
    }
    try {
      return Letter.thin(envelope);
    } catch (IllegalStateException | ClassCastException unreadable) {
      return null;
    }
  }
}
