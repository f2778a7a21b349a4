package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Locks;
import eu.callorders.server.erasure.RetentionCleaner;
import eu.callorders.server.legalhold.LegalHold;
import eu.callorders.server.legalhold.LegalHoldStore;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Retention passes over subjects with a legal hold. */
class LegalHoldRetentionTest {
  private static final String HOLD =
      """
      INSERT INTO legal_hold (id, tenant_id, subject_reference, reason, created_at)
      VALUES (gen_random_uuid(), $1, $2, 'litigation', now())
      RETURNING id
      """;

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final RetentionCleaner retention =
      new RetentionCleaner(
          fixture.database,
          new AuditLog(DialFixture.REAL_TIME, new Random(1)),
          DialFixture.REAL_TIME);

  @BeforeEach
  void setRetentionToOneMonth() {
    fixture.change(tenant.id(), before -> TestTenants.keeping(before, 1));
  }

  private PlacedOrder talked(String subject) {
    PlacedOrder order = tenant.anOrder().forSubject(subject).to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    fixture.receive(
        gateway.answered(order.attempt()),
        gateway.transcript(order.attempt(), "good morning"),
        gateway.ended(order.attempt(), Disposition.ANSWERED, Cause.NORMAL));
    return order;
  }

  private void endCalls() {
    tenant.jump(Duration.ofMinutes(16));
    fixture.reconciler.runOnce();
    fixture.inboxProcessor.runOnce();
  }

  private static boolean redacted(PlacedOrder order) {
    return order.load().document().redacted();
  }

  @Test
  void dataOfTheSubjectStaysUntilTheRelease() {
    PlacedOrder held = talked("erika");
    PlacedOrder other = talked("max");
    endCalls();
    fixture.query(HOLD, tenant.id(), "erika");
    tenant.age(Duration.ofDays(100));

    retention.runOnce();

    assertThat(redacted(held)).isFalse();
    assertThat(redacted(other)).isTrue();
    assertThat(fixture.query("SELECT FROM transcript WHERE attempt_id = $1", held.attempt()))
        .hasSize(1);
    assertThat(transcripts()).hasSize(1);

    fixture.query("DELETE FROM legal_hold RETURNING id");
    retention.runOnce();

    assertThat(redacted(held)).isTrue();
    assertThat(transcripts()).isEmpty();
  }

  @Test
  void holdOfAnotherTenantKeepsNothing() {
    PlacedOrder order = talked("erika");
    endCalls();
    fixture.query(HOLD, fixture.tenant().id(), "erika");
    tenant.age(Duration.ofDays(100));

    retention.runOnce();

    assertThat(redacted(order)).isTrue();
    assertThat(transcripts()).isEmpty();
  }

  @Test
  void holdThatIsAboutToBeCommittedKeepsTheData() {
    PlacedOrder order = talked("erika");
    endCalls();
    tenant.age(Duration.ofDays(100));
    try (HeldLocks holding = tenant.holdSubject("erika")) {
      holding.connection().query("SET LOCAL app.worker = 'on'").execute().await();
      holding.connection().preparedQuery(HOLD).execute(Tuple.of(tenant.id(), "erika")).await();
      retention.runOnce();
      assertThat(redacted(order)).isFalse();
      assertThat(transcripts()).hasSize(1);
    }

    retention.runOnce();

    assertThat(redacted(order)).isFalse();
    assertThat(transcripts()).hasSize(1);
  }

  @Test
  void holdWaitsForTheDeletionOfAnExpiredTranscript() throws Exception {
    fixture.change(tenant.id(), before -> TestTenants.keeping(before, 36));
    PlacedOrder order = talked("erika");
    endCalls();
    tenant.age(Duration.ofDays(100));

    Race<Boolean, Boolean> race =
        fixture.raceAt("transcript", this::applyRetention, () -> placeHold("erika"));

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    assertThat(transcripts()).isEmpty();
    assertThat(redacted(order)).isFalse();
  }

  private boolean applyRetention() {
    retention.runOnce();
    return true;
  }

  private boolean placeHold(String subject) {
    LegalHold hold =
        new LegalHold(UUID.randomUUID(), tenant.id(), subject, "litigation", Instant.now());
    fixture
        .database
        .asWorker(
            connection ->
                Locks.acquire(connection, Set.of(Locks.subject(tenant.id(), subject)))
                    .compose(locked -> LegalHoldStore.insert(connection, hold)))
        .await();
    return true;
  }

  private List<Row> transcripts() {
    return fixture.query("SELECT FROM transcript");
  }
}
