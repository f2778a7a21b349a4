package eu.callorders.core.evidence;

import eu.callorders.core.telephony.GatewayEvent;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What evidence states of a gateway event: neither its content nor its id, which the gateway has
 * chosen.
 *
 * @param type as in the gateway's contract
 * @param sequence rises with every event of an attempt
 * @param at real time, as the gateway has reported it
 * @param textSha256 hexadecimal hash of the spoken disclosure; null for other events
 */
public record RecordedEvent(String type, long sequence, Instant at, @Nullable String textSha256) {
  public static final String ANSWERED = "call.answered";
  public static final String DISCLOSED = "call.disclosed";

  /** Empty for an event about the gateway's data instead of the call. */
  public static Optional<RecordedEvent> of(GatewayEvent event) {
    String type = type(event);
    if (type.isEmpty()) {
      return Optional.empty();
    }
    GatewayEvent.Header header = event.header();
    String hash = event instanceof GatewayEvent.Disclosed said ? said.textSha256() : null;
    return Optional.of(new RecordedEvent(type, header.sequence(), header.at(), hash));
  }

  private static String type(GatewayEvent event) {
    return switch (event) {
      case GatewayEvent.Accepted _ -> "call.accepted";
      case GatewayEvent.Ringing _ -> "call.ringing";
      case GatewayEvent.Answered _ -> ANSWERED;
      case GatewayEvent.Disclosed _ -> DISCLOSED;
      case GatewayEvent.Objection _ -> "call.objection";
      case GatewayEvent.Ended _ -> "call.ended";
      case GatewayEvent.Turns _ -> "call.turns";
      case GatewayEvent.Report _ -> "call.report";
      case GatewayEvent.Forgotten _ -> "";
    };
  }
}
