package eu.callorders.console.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Json;
import eu.callorders.console.ui.StatusBadge;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EnrollmentFilterTest {
  private static final Instant CREATED = Instant.parse("2026-11-20T10:00:00Z");
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

  @Test
  void matchesOnlyWhenAllMembersMatch() {
    assertThat(EnrollmentFilter.ALL.matches(ROW)).isTrue();
    assertThat(filter("active", "k", "seq_1", "p1").matches(ROW)).isTrue();
    assertThat(filter("paused", "k", "seq_1", "p1").matches(ROW)).isFalse();
    assertThat(filter("active", "l", "seq_1", "p1").matches(ROW)).isFalse();
    assertThat(filter("active", "k", "seq_2", "p1").matches(ROW)).isFalse();
    assertThat(filter("active", "k", "seq_1", "p2").matches(ROW)).isFalse();
  }

  @Test
  void includesLowerAndExcludesUpperTimeLimit() {
    EnrollmentFilter from = new EnrollmentFilter("", "", "", "", CREATED, null);
    EnrollmentFilter before = new EnrollmentFilter("", "", "", "", null, CREATED);
    assertThat(from.matches(ROW)).isTrue();
    assertThat(before.matches(ROW)).isFalse();
  }

  private static EnrollmentFilter filter(String status, String key, String id, String subject) {
    return new EnrollmentFilter(status, key, id, subject, null, null);
  }

  @Test
  void mapsStatusesToTones() {
    assertThat(EnrollmentStatusStyle.ALL.stream().map(EnrollmentStatusStyle::tone))
        .containsExactly(
            StatusBadge.Tone.ACTIVE,
            StatusBadge.Tone.WARNING,
            StatusBadge.Tone.GOOD,
            StatusBadge.Tone.GOOD,
            StatusBadge.Tone.NEUTRAL,
            StatusBadge.Tone.BAD);
  }
}
