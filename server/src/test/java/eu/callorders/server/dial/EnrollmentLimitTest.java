package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Effect;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import eu.callorders.server.http.LogLines;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Limits the active enrollments of a subject to 200; signals beyond it are logged. */
class EnrollmentLimitTest {
  private static final int LIMIT = 200;
  private static final String WAIT =
      "\"steps\": [{\"id\": \"rest\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\"}}]";

  /** Copies the enrollment of a subject, each into a sequence of its own. */
  private static final String MORE_ENROLLMENTS =
      """
      WITH more AS (
        SELECT e.*, gen_random_uuid() AS new_id, gen_random_uuid() AS new_sequence
          FROM enrollment e, generate_series(1, $2)
         WHERE e.id = $1),
      sequences AS (
        INSERT INTO sequence
          (id, tenant_id, key, title, status, active_version, created_at, updated_at)
        SELECT new_sequence, tenant_id, 'more_' || replace(new_sequence::text, '-', '_'), 'More',
               'active', 1, now(), now()
          FROM more),
      versions AS (
        INSERT INTO sequence_version
          (sequence_id, tenant_id, version, status, signal_type, definition, created_at,
           activated_at)
        SELECT m.new_sequence, m.tenant_id, 1, 'active', 'more.' || v.signal_type, v.definition,
               now(), now()
          FROM more m
          JOIN sequence_version v ON v.sequence_id = m.sequence_id),
      bodies AS (
        INSERT INTO enrollment_body (enrollment_id, tenant_id, subject_data, metadata)
        SELECT m.new_id, m.tenant_id, b.subject_data, b.metadata
          FROM more m
          JOIN enrollment_body b ON b.enrollment_id = m.id)
      INSERT INTO enrollment
        (id, tenant_id, sequence_id, sequence_key, sequence_version, subject_reference, signal_id,
         status, position, step, next_action_at, created_at)
      SELECT new_id, tenant_id, new_sequence, 'more', 1, subject_reference, signal_id,
             status, position, step, next_action_at, created_at
        FROM more
      RETURNING id
      """;

  private final DialFixture fixture = DialFixture.withGateway(new ScriptedGateway());
  private final TestTenant tenant = fixture.tenant();
  private final ObjectNode subjectData =
      TestSequence.subjectData(tenant.anOrder().forSubject("erika").to(MagicLine.BUSY));
  private LogLines log;

  @BeforeEach
  void captureLog() {
    log = LogLines.of("eu.callorders.server.enrollment");
  }

  @AfterEach
  void close() {
    log.close();
    fixture.close();
  }

  @Test
  void startsUpToTheLimit() {
    running(LIMIT - 1);
    TestSequence first = sequence("invoice.overdue", "one_active_per_subject");
    sequence("invoice.overdue", "one_active_per_subject");

    List<Triggered> effects = first.signal("invoice.overdue", subjectData);

    assertThat(effects).extracting(Triggered::effect).containsExactly(Effect.ENROLLED);
    assertThat(running()).isEqualTo(LIMIT);
    assertThat(log.texts()).hasSize(1);
  }

  @Test
  void startsNoneAtTheLimitAndLogsOneLineWithoutPersonalData() {
    running(LIMIT);
    TestSequence first = sequence("invoice.overdue", "one_active_per_subject");
    sequence("invoice.overdue", "replace_active");

    assertThat(first.signal("invoice.overdue", subjectData)).isEmpty();

    assertThat(running()).isEqualTo(LIMIT);
    assertThat(log.texts())
        .singleElement()
        .asString()
        .containsPattern(
            "^signal sig_\\w{26} of tenant %s did not start 2 enrollments: its subject has 200"
                .formatted(IdKind.TENANT.format(tenant.id())))
        .doesNotContain("erika", subjectData.at("/contacts/0/value").asText());
  }

  @Test
  void replacesAndSkipsAtTheLimit() {
    TestSequence replaced = sequence("invoice.overdue", "replace_active");
    TestSequence skipped = sequence("invoice.due", "one_active_per_subject");
    replaced.signal("invoice.overdue", subjectData);
    skipped.signal("invoice.due", subjectData);
    running(LIMIT - 2);

    assertThat(replaced.signal("invoice.overdue", subjectData))
        .extracting(Triggered::effect)
        .containsExactly(Effect.REPLACED, Effect.ENROLLED);
    assertThat(skipped.signal("invoice.due", subjectData))
        .extracting(Triggered::effect)
        .containsExactly(Effect.SKIPPED);
    assertThat(running()).isEqualTo(LIMIT);
    assertThat(log.texts()).isEmpty();
  }

  @Test
  void ignoresOtherSubjectsAndEndedEnrollments() {
    running(LIMIT);
    TestSequence sequence = sequence("invoice.overdue", "one_active_per_subject");

    sequence.enroll(tenant.anOrder().forSubject("max").to(MagicLine.BUSY));
    new TestEnrollment(tenant, anyActive()).perform("cancel");

    assertThat(sequence.signal("invoice.overdue", subjectData))
        .extracting(Triggered::effect)
        .containsExactly(Effect.ENROLLED);
    assertThat(running()).isEqualTo(LIMIT);
  }

  private TestSequence sequence(String trigger, String policy) {
    return TestSequence.of(tenant, trigger, policy, WAIT);
  }

  /** Starts enrollments of the subject. */
  private void running(int count) {
    TestSequence sequence = sequence("other.signal", "one_active_per_subject");
    UUID first = sequence.signal("other.signal", subjectData).getFirst().enrollmentId();
    assertThat(fixture.query(MORE_ENROLLMENTS, first, count - 1)).hasSize(count - 1);
  }

  private int running() {
    return fixture
        .query(
            "SELECT FROM enrollment"
                + " WHERE subject_reference = 'erika' AND status IN ('active', 'paused')")
        .size();
  }

  private UUID anyActive() {
    return fixture
        .query("SELECT id FROM enrollment WHERE subject_reference = 'erika' AND status = 'active'")
        .getFirst()
        .getUUID(0);
  }
}
