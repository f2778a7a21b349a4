package eu.callorders.server.suppression;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The contract's representation of a do-not-call entry. */
public final class SuppressionView {
  private SuppressionView() {}

  /**
   * The event of a new entry, without phone and reason.
   *
   * @param orderId the order of the call with the objection; null for none
   */
  public static NewEvent createdEvent(Suppression entry, @Nullable UUID orderId) {
    return new NewEvent(
        entry.tenantId(),
        EventType.SUPPRESSION_CREATED,
        entry.createdAt(),
        RelatedResources.none().suppression(entry.id()).callOrder(orderId).call(entry.callId()),
        null,
        forEvent(entry));
  }

  public static NewEvent deletedEvent(Suppression entry, Instant now) {
    return new NewEvent(
        entry.tenantId(),
        EventType.SUPPRESSION_DELETED,
        now,
        RelatedResources.none().suppression(entry.id()).call(entry.callId()),
        null,
        forEvent(entry));
  }

  public static ObjectNode of(Suppression entry) {
    ObjectNode json = forEvent(entry);
    if (entry.phone() != null) {
      json.put("phone", entry.phone().e164());
    }
    Json.putIfPresent(json, "reason", entry.reason());
    return json;
  }

  private static ObjectNode forEvent(Suppression entry) {
    ObjectNode json = Json.object().put("id", IdKind.SUPPRESSION.format(entry.id()));
    Json.putIfPresent(json, "subject_reference", entry.subjectReference());
    json.put("scope", "voice").put("source", entry.source().wire());
    if (entry.callId() != null) {
      json.put("call_id", IdKind.CALL.format(entry.callId()));
    }
    return json.put("created_at", Timestamps.format(entry.createdAt()));
  }
}
