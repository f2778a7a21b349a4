package eu.callorders.server.signal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.OrderDocument;
import eu.callorders.server.time.Timestamps;
import java.util.List;
import java.util.Locale;

/** The contract's representation of a signal. */
final class SignalView {
  private SignalView() {}

  /**
   * @param duplicate whether the request repeats a recorded signal
   */
  static ObjectNode of(Signal signal, boolean duplicate) {
    ObjectNode json = withoutSubjectData(signal, duplicate);
    if (signal.subjectData() != null) {
      json.setAll(signal.subjectData());
    }
    return json;
  }

  /** The event of a received signal, without subject data. */
  static NewEvent receivedEvent(Signal signal) {
    return new NewEvent(
        signal.key().tenantId(),
        EventType.SIGNAL_RECEIVED,
        signal.receivedAt(),
        RelatedResources.none().signal(signal.id()),
        signal.metadata(),
        withoutSubjectData(signal, false));
  }

  static ArrayNode effectsJson(List<Triggered> effects) {
    ArrayNode json = Json.array();
    for (Triggered effect : effects) {
      json.addObject()
          .put("enrollment_id", IdKind.ENROLLMENT.format(effect.enrollmentId()))
          .put("effect", effect.effect().name().toLowerCase(Locale.ROOT));
    }
    return json;
  }

  private static ObjectNode withoutSubjectData(Signal signal, boolean duplicate) {
    ObjectNode json =
        Json.object()
            .put("id", IdKind.SIGNAL.format(signal.id()))
            .put("signal_type", signal.key().signalType());
    if (!signal.subjectReference().isEmpty()) { // removed by retention or erasure
      json.put("subject_reference", signal.subjectReference());
    }
    json.put("dedupe_key", signal.key().dedupeKey());
    Json.putIfPresent(json, "occurred_at", signal.occurredAt());
    Json.setIfPresent(json, "metadata", signal.metadata());
    Json.setIfPresent(json, OrderDocument.COMPLIANCE_BASIS, signal.complianceBasis());
    json.put("received_at", Timestamps.format(signal.receivedAt())).put("duplicate", duplicate);
    json.set("triggered", signal.triggered());
    return json;
  }
}
