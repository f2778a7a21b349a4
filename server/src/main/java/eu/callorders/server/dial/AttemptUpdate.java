package eu.callorders.server.dial;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.telephony.EventsResult.MalformedEvent;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceResult;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Something to take in about an attempt. */
public sealed interface AttemptUpdate {

  UUID attemptId();

  /** The gateway has answered the request to place the call. */
  record PlaceAnswered(UUID attemptId, PlaceResult answer) implements AttemptUpdate {}

  /** The gateway tells what happened to the call. */
  record EventReceived(GatewayEvent event) implements AttemptUpdate {
    @Override
    public UUID attemptId() {
      return event.header().attemptId();
    }
  }

  /** Every deadline has passed and nobody can tell what became of it. */
  record Lost(UUID attemptId) implements AttemptUpdate {}

  /** The report of its conversation has not come in time. */
  record ReportOverdue(UUID attemptId) implements AttemptUpdate {}

  /**
   * An item of the gateway's log that is no event. It has no effect, but an objection in it counts.
   *
   * @param attemptId the nil UUID when it names no attempt
   * @param id the same when the item is read again
   */
  record Malformed(UUID attemptId, String id, MalformedEvent event) implements AttemptUpdate {
    private static final UUID NIL = new UUID(0, 0);

    public static Malformed of(String id, MalformedEvent event) {
      UUID attempt =
          member(event.item(), "attempt_id") instanceof String text
              ? IdKind.CALL.parse(text).orElse(NIL)
              : NIL;
      return new Malformed(attempt, id, event);
    }

    /** Whether the person of an attempt objects in it; when in doubt, yes. */
    boolean objects() {
      Object report = member(event.item(), "report");
      return !attemptId.equals(NIL)
          && ("call.objection".equals(member(event.item(), "type"))
              || "objection_to_calls".equals(member(report, "summary_code"))
              || member(member(report, "findings"), "objection") != null);
    }

    private static @Nullable Object member(@Nullable Object tree, String name) {
      return tree instanceof Map<?, ?> object ? object.get(name) : null;
    }
  }
}
