package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.enrollment.EnrollmentState;
import eu.callorders.core.enrollment.Position;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The contract's representation of an enrollment, for replies and events. */
final class EnrollmentView {
  private EnrollmentView() {}

  static ObjectNode of(Enrollment enrollment) {
    EnrollmentState state = enrollment.state();
    ObjectNode json =
        Json.object()
            .put("id", IdKind.ENROLLMENT.format(enrollment.id()))
            .put("sequence_id", IdKind.SEQUENCE.format(enrollment.sequence().sequenceId()))
            .put("sequence_key", enrollment.sequence().key())
            .put("sequence_version", enrollment.sequence().version())
            .put("status", state.status().wire())
            .put("exit_reason", state instanceof EnrollmentState.Ended end ? end.reason() : null)
            .put("triggered_by_signal_id", IdKind.SIGNAL.format(enrollment.origin().signalId()))
            .put("current_step_id", enrollment.currentStepId());
    if (!enrollment.origin().subjectReference().isEmpty()) { // removed by retention or erasure
      json.put("subject_reference", enrollment.origin().subjectReference());
    }
    Timestamps.putIfPresent(json, "next_action_at", nextActionAt(state));
    ArrayNode orders = json.putArray("call_order_ids");
    enrollment.orderIds().forEach(id -> orders.add(IdKind.ORDER.format(id)));
    Json.setIfPresent(json, "metadata", enrollment.origin().metadata());
    json.put("created_at", Timestamps.format(enrollment.origin().createdAt()));
    Timestamps.putIfPresent(json, "ended_at", enrollment.endedAt());
    return json;
  }

  /** When the next step is due; null while an order is open or after the end. */
  static @Nullable Instant nextActionAt(EnrollmentState state) {
    return switch (state) {
      case EnrollmentState.Active(var position) -> nextActionAt(position);
      case EnrollmentState.Paused(var position) -> nextActionAt(position);
      case EnrollmentState.Ended _ -> null;
    };
  }

  private static @Nullable Instant nextActionAt(Position position) {
    return switch (position) {
      case Position.Before(_, var at) -> at;
      case Position.Waiting(_, var until) -> until;
      case Position.Ordered _ -> null;
    };
  }
}
