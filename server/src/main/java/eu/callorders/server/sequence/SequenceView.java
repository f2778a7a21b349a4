package eu.callorders.server.sequence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.sequence.Sequence.Version;
import eu.callorders.server.time.Timestamps;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The contract's representation of a sequence, for replies and events. */
final class SequenceView {
  private SequenceView() {}

  static ObjectNode of(Sequence sequence) {
    return of(sequence, sequence.versions());
  }

  private static ObjectNode of(Sequence sequence, List<Version> shown) {
    ObjectNode json =
        Json.object()
            .put("id", IdKind.SEQUENCE.format(sequence.id()))
            .put("key", sequence.key())
            .put("title", sequence.title())
            .put("status", sequence.status().wire());
    Json.putIfPresent(json, "active_version", sequence.activeVersion());
    ArrayNode versions = json.putArray("versions");
    shown.forEach(version -> versions.add(of(version)));
    return json.put("created_at", Timestamps.format(sequence.createdAt()))
        .put("updated_at", Timestamps.format(sequence.updatedAt()));
  }

  private static ObjectNode of(Version version) {
    ObjectNode json =
        Json.object().put("version", version.number()).put("status", version.status().wire());
    for (Map.Entry<String, JsonNode> member : Json.parse(version.definition()).properties()) {
      json.set(member.getKey(), member.getValue());
    }
    json.put("created_at", Timestamps.format(version.createdAt()));
    Timestamps.putIfPresent(json, "activated_at", version.activatedAt());
    return json;
  }

  static Reply created(Sequence sequence) {
    return Reply.of(201, of(sequence))
        .with("Location", "/v1/sequences/" + IdKind.SEQUENCE.format(sequence.id()));
  }

  /** The event of the latest change, with the affected version. */
  static NewEvent event(UUID tenantId, EventType type, Sequence sequence) {
    return new NewEvent(
        tenantId,
        type,
        sequence.updatedAt(),
        RelatedResources.none().sequence(sequence.id()),
        null,
        of(sequence, List.of(affectedVersion(type, sequence))));
  }

  private static Version affectedVersion(EventType type, Sequence sequence) {
    return type == EventType.SEQUENCE_ACTIVATED || type == EventType.SEQUENCE_ARCHIVED
        ? sequence.activeOrNewest()
        : sequence.newest();
  }
}
