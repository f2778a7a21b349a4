package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.core.webhook.VerificationState;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How to handle a delivery that is due. */
sealed interface SendDecision {

  /** The endpoint does not want the event. */
  record Skip() implements SendDecision {}

  /** The delivery cannot be sent. */
  record GiveUp() implements SendDecision {}

  /** The URL breaks a rule. */
  record Refuse() implements SendDecision {}

  record Send(TargetUrl url, SignedRequest request) implements SendDecision {}

  /**
   * Decides from the state of the endpoint at dispatch.
   *
   * @param at start of the attempt
   */
  static SendDecision of(ReadyDelivery ready, TargetRules rules, Instant at) {
    LoadedDelivery delivery = ready.loaded();
    ClaimedDelivery claimed = delivery.claimed();
    Endpoint endpoint = claimed.endpoint();
    if (endpoint == null || !isWanted(delivery, endpoint)) {
      return new Skip();
    }
    Buffer body = body(delivery, endpoint);
    if (body == null) {
      return new GiveUp();
    }
    return switch (rules.validate(endpoint.url())) {
      case TargetRules.Verdict.Allowed allowed ->
          ready
              .secrets()
              .map(active -> signed(claimed, allowed.url(), body, active, at))
              .orElseGet(GiveUp::new);
      case TargetRules.Verdict.Refused _ -> new Refuse();
    };
  }

  private static SendDecision signed(
      ClaimedDelivery claimed,
      TargetUrl url,
      Buffer body,
      List<SigningSecret> secrets,
      Instant at) {
    return secrets.isEmpty()
        ? new Skip()
        : new Send(url, SignedRequest.of(claimed.eventId(), body, secrets, at));
  }

  private static boolean isWanted(LoadedDelivery delivery, Endpoint endpoint) {
    ClaimedDelivery claimed = delivery.claimed();
    if (isVerification(claimed)) {
      return endpoint.status() == EndpointStatus.PENDING_VERIFICATION
          && endpoint.verification().state() == VerificationState.PENDING
          && hasChallenge(endpoint.verification().challenge(), delivery.envelope());
    }
    return endpoint.status() == EndpointStatus.ACTIVE
        && (claimed.requested() || isPing(claimed) || endpoint.subscribesTo(claimed.eventType()));
  }

  static boolean isVerification(ClaimedDelivery claimed) {
    return claimed.eventType().equals(EventType.WEBHOOK_ENDPOINT_VERIFICATION.wire());
  }

  static boolean isPing(ClaimedDelivery claimed) {
    return claimed.eventType().equals(EventType.WEBHOOK_ENDPOINT_PING.wire());
  }

  private static boolean hasChallenge(@Nullable String challenge, @Nullable Buffer envelope) {
    JsonNode sent =
        envelope == null ? Json.object() : Json.parse(envelope.getBytes()).at("/data/challenge");
    return challenge != null && challenge.equals(sent.asText());
  }

  private static @Nullable Buffer body(LoadedDelivery delivery, Endpoint endpoint) {
    ClaimedDelivery claimed = delivery.claimed();
    Buffer envelope = delivery.envelope();
    if (envelope == null || !endpoint.thin() || isVerification(claimed) || isPing(claimed)) {
      return envelope;
    }
    try {
      return SignedRequest.thin(envelope);
    } catch (IllegalStateException | ClassCastException unreadable) {
      return null;
    }
  }
}
