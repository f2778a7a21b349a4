package eu.callorders.server.dial;

import eu.callorders.core.dial.AttemptEventHandler;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.ObjectionCheck;
import eu.callorders.core.telephony.PlaceResult;
import java.util.Map;
import java.util.UUID;

/** An update of an attempt: a message of the gateway, or a timeout. */
public sealed interface AttemptUpdate {

  UUID attemptId();

  /** Passes the update to a handler; fails for a malformed event, which has no effect. */
  default void apply(AttemptEventHandler handler) {
    switch (this) {
      case PlaceResultReceived(_, PlaceResult result) -> handler.handlePlaceResult(result);
      case EventReceived(GatewayEvent event) -> handler.handleEvent(event);
      case Lost _ -> handler.markLost();
      case ReportOverdue _ -> handler.markReportOverdue();
      case Malformed _ -> throw new IllegalArgumentException("it has no effect");
    }
  }

  /** Whether the gateway has sent it, with a reply or an event. */
  default boolean isFromGateway() {
    return this instanceof PlaceResultReceived || this instanceof EventReceived;
  }

  /** The gateway's reply to the request to place the call. */
  record PlaceResultReceived(UUID attemptId, PlaceResult result) implements AttemptUpdate {}

  record EventReceived(GatewayEvent event) implements AttemptUpdate {
    @Override
    public UUID attemptId() {
      return event.header().attemptId();
    }
  }

  /** Every timeout has passed, and the outcome of the call stays unknown. */
  record Lost(UUID attemptId) implements AttemptUpdate {}

  /** The report of the conversation has not arrived in time. */
  record ReportOverdue(UUID attemptId) implements AttemptUpdate {}

  /**
   * A malformed item of the gateway's log. It has no effect, except that an objection in it counts.
   *
   * @param attemptId the nil UUID when it names no attempt
   * @param id stays the same when the item is read again
   */
  record Malformed(UUID attemptId, String id, MalformedEvent event) implements AttemptUpdate {
    private static final UUID NIL = new UUID(0, 0);

    public static Malformed of(String id, MalformedEvent event) {
      UUID attempt =
          event.item() instanceof Map<?, ?> item && item.get("attempt_id") instanceof String text
              ? IdKind.CALL.parse(text).orElse(NIL)
              : NIL;
      return new Malformed(attempt, id, event);
    }

    boolean reportsObjection() {
      return !attemptId.equals(NIL) && ObjectionCheck.isObjection(event);
    }
  }
}
