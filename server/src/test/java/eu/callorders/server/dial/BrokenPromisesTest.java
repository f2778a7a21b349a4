package eu.callorders.server.dial;

import static eu.callorders.server.dial.PromiseFixture.claim;
import static eu.callorders.server.dial.PromiseFixture.promise;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.json.Json;
import eu.callorders.server.signal.BrokenPromiseWorker;
import eu.callorders.server.tenant.OutcomeSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Promises that are not kept. */
@Tag("long")
class BrokenPromisesTest {
  private static final String SIGNAL = "promise.overdue";

  private static final String CALL =
      """
      "exit_conditions": [],
      "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder"}]
      """;

  @AutoClose private final PromiseFixture calls = new PromiseFixture();
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final BrokenPromiseWorker worker = fixture.units.brokenPromises();

  @Test
  void breaksAtTheEndOfTheDaysOfGrace() {
    promised("erika", "A");
    assertThat(worker.runOnce()).isZero();
    jumpTo(breaksAt().minusMillis(500));
    assertThat(worker.runOnce()).isZero();

    jumpTo(breaksAt());

    assertThat(worker.runOnce()).isEqualTo(1);
    assertThat(calls.statuses()).containsExactly("broken");
    assertThat(calls.events("promise.broken")).hasSize(1);
    assertThat(calls.events("signal.received")).isEmpty();
    assertThat(worker.runOnce()).isZero();
  }

  @Test
  void keptPromiseDoesNotBreak() {
    promised("erika", "A");
    calls.signal("payment.received", "erika", claim("A"));

    jumpTo(breaksAt());

    assertThat(worker.runOnce()).isZero();
    assertThat(calls.statuses()).containsExactly("kept");
  }

  @Test
  void emitsTheSignalOfTheTenantAboutTheClaim() {
    emitSignals();
    TestSequence.of(tenant, SIGNAL, "one_active_per_subject", CALL);
    PlacedOrder order = promised("erika", "A");
    tenant.anOrder().forSubject("erika").aboutClaim("B").to(MagicLine.BUSY).place();
    jumpTo(breaksAt());

    assertThat(worker.runOnce()).isEqualTo(1);

    JsonNode signal = calls.events("signal.received").getFirst().path("data");
    assertThat(signal.path("signal_type").asText()).isEqualTo(SIGNAL);
    assertThat(signal.path("dedupe_key").asText())
        .isEqualTo(IdKind.PROMISE.format(calls.promises().getFirst().id()));
    assertThat(signal.at("/triggered/0/effect").asText()).isEqualTo("enrolled");
    assertThat(calls.events("%").stream().map(each -> each.path("type").asText()).toList())
        .containsSubsequence("promise.broken", "signal.received", "enrollment.started");
    fixture.engine.runOnce();
    assertThat(claimsOfStepOrders()).containsExactly("A");
    assertThat(order.view().at("/context/claim/reference/case_number").asText()).isEqualTo("A");
  }

  /** Otherwise no order of the sequence would be accepted where the country requires a basis. */
  @Test
  void signalHasTheBasisOfTheOrder() {
    emitSignals();
    TestSequence.of(tenant, SIGNAL, "one_active_per_subject", CALL);
    calls.reported(
        tenant.anOrder().forSubject("erika").permittedBy("contract").to(MagicLine.BUSY),
        promise(calls.today(TestTenants.BERLIN)));
    jumpTo(breaksAt());

    assertThat(worker.runOnce()).isEqualTo(1);

    fixture.engine.runOnce();
    assertThat(ofStepOrders("{compliance_basis,kind}")).containsExactly("contract");
  }

  @Test
  void emitsNoSignalTwice() {
    emitSignals();
    promised("erika", "A");
    ObjectNode sent =
        Json.object()
            .put("signal_type", SIGNAL)
            .put("subject_reference", "erika")
            .put("dedupe_key", IdKind.PROMISE.format(calls.promises().getFirst().id()));
    calls.signal(fixture, fixture.units.signalBatches(), sent);
    jumpTo(breaksAt());

    assertThat(worker.runOnce()).isEqualTo(1);

    assertThat(calls.statuses()).containsExactly("broken");
    assertThat(calls.events("signal.received")).hasSize(1);
  }

  @Test
  void signalsOfOneSubjectFollowEachOther() {
    emitSignals();
    TestSequence.of(tenant, SIGNAL, "one_active_per_subject", CALL);
    promised("erika", "A");
    promised("erika", "B");
    jumpTo(breaksAt());

    assertThat(worker.runOnce()).isEqualTo(2);

    assertThat(calls.events("signal.received"))
        .extracting(event -> event.at("/data/triggered/0/effect").asText())
        .containsExactly("enrolled", "skipped");
  }

  @Test
  void promiseOfALostOrderEmitsASignalWithoutSubjectData() {
    emitSignals();
    PlacedOrder order = promised("erika", "A");
    fixture.query("DELETE FROM call_order_body WHERE order_id = $1 RETURNING order_id", order.id());
    jumpTo(breaksAt());

    assertThat(worker.runOnce()).isEqualTo(1);

    assertThat(calls.events("signal.received")).hasSize(1);
  }

  @Test
  void waitsForThePhoneOfTheEnrollment() {
    emitSignals();
    TestSequence.of(tenant, SIGNAL, "one_active_per_subject", CALL);
    String phone = MagicLine.BUSY.number(3);
    calls.reported(
        tenant.anOrder().forSubject("erika").toPhone(phone),
        promise(calls.today(TestTenants.BERLIN)));
    jumpTo(breaksAt());

    try (var suppressing = tenant.holdPhone(phone)) {
      assertThat(worker.runOnce()).isZero();
      suppressing.release();
    }

    assertThat(worker.runOnce()).isEqualTo(1);
  }

  @Test
  void waitsForTheEndOfARestore() {
    promised("erika", "A");
    jumpTo(breaksAt());
    UUID halt = UUID.randomUUID();
    fixture.query(
        """
        INSERT INTO dial_halt (id, kind, era, reason, halted_at)
        VALUES ($1, 'recovery', 0, 'test', now()) RETURNING id
        """,
        halt);

    assertThat(worker.runOnce()).isZero();
    fixture.query("UPDATE dial_halt SET lifted_at = now() WHERE id = $1 RETURNING id", halt);

    assertThat(worker.runOnce()).isEqualTo(1);
  }

  @Test
  void paymentBeforeTheEndKeepsThePromise() throws Exception {
    promised("erika", "A");
    jumpTo(breaksAt());

    Race<?, Integer> race =
        fixture.race(() -> calls.signal("payment.received", "erika", claim("A")), worker::runOnce);

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    assertThat(worker.runOnce()).isZero();
    assertThat(calls.statuses()).containsExactly("kept");
  }

  @Test
  void paymentAfterTheEndComesTooLate() throws Exception {
    promised("erika", "A");
    jumpTo(breaksAt());

    Race<Integer, ?> race =
        fixture.race(worker::runOnce, () -> calls.signal("payment.received", "erika", claim("A")));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(calls.statuses()).containsExactly("broken");
    assertThat(calls.events("promise.%")).hasSize(2);
  }

  private void emitSignals() {
    calls.set(new OutcomeSettings(OutcomeRules.NONE, false, 3, SIGNAL));
  }

  private PlacedOrder promised(String subject, String claim) {
    PlacedOrder order =
        calls.reported(
            tenant.anOrder().forSubject(subject).aboutClaim(claim).to(MagicLine.BUSY),
            promise(calls.today(TestTenants.BERLIN)));
    tenant.jump(Duration.ofHours(4)); // the gap before the next call
    return order;
  }

  private Instant breaksAt() {
    return calls.promises().getLast().terms().graceEndsAt();
  }

  private void jumpTo(Instant instant) {
    tenant.jump(Duration.between(tenant.now(), instant));
  }

  private List<String> claimsOfStepOrders() {
    return ofStepOrders("{context,claim,reference,case_number}");
  }

  private List<String> ofStepOrders(String path) {
    return fixture
        .query(
            """
            SELECT b.document #>> $2::text::text[]
              FROM call_order o
              JOIN call_order_body b ON b.order_id = o.id
             WHERE o.tenant_id = $1 AND o.enrollment_id IS NOT NULL
            """,
            tenant.id(),
            path)
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }
}
