package eu.callorders.server.hold;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.hold.ActiveHold;
import eu.callorders.core.hold.ClaimNumber;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldStatus;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.util.List;

/** The contract's representation of a hold. */
public final class HoldView {
  private HoldView() {}

  /** An event of a hold, without phone and note. */
  static NewEvent event(Hold hold, EventType type, Instant now) {
    return new NewEvent(
        hold.tenantId(),
        type,
        now,
        RelatedResources.none().hold(hold.id()).call(hold.callId()),
        null,
        forEvent(hold));
  }

  public static ObjectNode of(Hold hold) {
    ObjectNode json = forEvent(hold);
    if (hold.names().phone() != null) {
      json.put("phone", hold.names().phone().e164());
    }
    Json.putIfPresent(json, "note", hold.note());
    return json;
  }

  private static ObjectNode forEvent(Hold hold) {
    ObjectNode json = Json.object().put("id", IdKind.HOLD.format(hold.id()));
    Json.putIfPresent(json, "subject_reference", hold.names().subjectReference());
    ClaimNumber claim = hold.names().claim();
    if (claim != null) {
      json.putObject("claim").put(claim.kind().wire(), claim.value());
    }
    json.put("reason", hold.reason())
        .put("source", hold.source().wire())
        .put("status", hold.status().wire());
    Timestamps.putIfPresent(json, "until", hold.until());
    if (hold.callId() != null) {
      json.put("call_id", IdKind.CALL.format(hold.callId()));
    }
    json.put("created_at", Timestamps.format(hold.createdAt()));
    if (hold.status() == HoldStatus.RELEASED && hold.endedAt() != null) {
      json.put("released_at", Timestamps.format(hold.endedAt()));
    }
    return json;
  }

  /** The holds on an order. */
  public static JsonNode ofOrder(List<ActiveHold> holds) {
    ArrayNode json = Json.array();
    for (ActiveHold hold : holds) {
      ObjectNode one =
          json.addObject().put("id", IdKind.HOLD.format(hold.id())).put("reason", hold.reason());
      Timestamps.putIfPresent(one, "until", hold.until());
    }
    return json;
  }
}
