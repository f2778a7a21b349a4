package eu.callorders.console.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Json;
import org.junit.jupiter.api.Test;

class EnrollmentRowTest {
  private static final EnrollmentRow ROW =
      EnrollmentRow.of(
          Json.parse(
                  """
                  {"id": "enr_1", "status": "active", "subject_reference": "p1",
                   "sequence_key": "k", "sequence_id": "seq_1", "sequence_version": 2,
                   "current_step_id": "call", "next_action_at": "2026-11-21T10:00:00.000Z",
                   "call_order_ids": ["ord_1"], "exit_reason": null,
                   "created_at": "2026-11-20T10:00:00.000Z"}
                  """)
              .orElseThrow());

  @Test
  void readsRowWithMissingValues() {
    assertThat(ROW)
        .isEqualTo(
            new EnrollmentRow(
                "enr_1",
                "active",
                "p1",
                "k",
                "seq_1",
                2,
                "call",
                "2026-11-21T10:00:00.000Z",
                1,
                "",
                "2026-11-20T10:00:00.000Z",
                "",
                ""));
  }
}
