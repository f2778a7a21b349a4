package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.enrollment.EnrollmentState;
import eu.callorders.core.enrollment.EnrollmentStatus;
import eu.callorders.core.enrollment.Position;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import eu.callorders.server.sequence.PinnedSequence;
import eu.callorders.server.sequence.PinnedSequence.Pin;
import io.vertx.sqlclient.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and writes a row of {@code enrollment} joined with {@code enrollment_body}. */
final class EnrollmentRow {
  private EnrollmentRow() {}

  static Pin pin(Row row) {
    return new Pin(
        row.getUUID("tenant_id"), row.getUUID("sequence_id"), row.getInteger("sequence_version"));
  }

  static Enrollment read(Row row, Map<Pin, PinnedSequence> sequences) {
    String subjectData = row.getString("subject_data");
    String metadata = row.getString("metadata");
    return new Enrollment(
        new Enrollment.Origin(
            row.getUUID("id"),
            row.getUUID("tenant_id"),
            row.getString("subject_reference"),
            row.getUUID("signal_id"),
            metadata == null ? null : Json.parse(metadata),
            RowMapper.instant(row, "created_at")),
        Objects.requireNonNull(sequences.get(pin(row))),
        row.getInteger("revision"),
        state(row),
        Arrays.stream(row.getArrayOfStrings("known_facts"))
            .map(FactCodec::read)
            .collect(Collectors.toSet()),
        row.getBoolean("order_ended"),
        List.of(row.getArrayOfUUIDs("order_ids")),
        subjectData == null ? null : new SubjectData((ObjectNode) Json.parse(subjectData)),
        RowMapper.instantOrNull(row, "ended_at"));
  }

  private static EnrollmentState state(Row row) {
    EnrollmentStatus status = EnrollmentStatus.of(row.getString("status"));
    return switch (status) {
      case ACTIVE -> new EnrollmentState.Active(position(row));
      case PAUSED -> new EnrollmentState.Paused(position(row));
      case COMPLETED, EXITED, CANCELED, FAILED ->
          new EnrollmentState.Ended(status, row.getInteger("step"), row.getString("exit_reason"));
    };
  }

  private static Position position(Row row) {
    int step = row.getInteger("step");
    return switch (row.getString("position")) {
      case "before" -> new Position.Before(step, RowMapper.instant(row, "next_action_at"));
      case "waiting" -> new Position.Waiting(step, RowMapper.instant(row, "next_action_at"));
      case "ordered" -> new Position.Ordered(step);
      default -> throw new IllegalArgumentException("unknown position");
    };
  }

  /** The columns of a state, without its instants. */
  record StateColumns(String position, int step, @Nullable String reason) {

    static StateColumns of(EnrollmentState state) {
      return switch (state) {
        case EnrollmentState.Active(var position) -> of(position);
        case EnrollmentState.Paused(var position) -> of(position);
        case EnrollmentState.Ended(_, var step, var reason) ->
            new StateColumns("ended", step, reason);
      };
    }

    private static StateColumns of(Position position) {
      String name =
          switch (position) {
            case Position.Before _ -> "before";
            case Position.Waiting _ -> "waiting";
            case Position.Ordered _ -> "ordered";
          };
      return new StateColumns(name, position.step(), null);
    }
  }
}
