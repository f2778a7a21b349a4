package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Effect;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import eu.callorders.server.http.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What carries a person up a ladder, step by step, with calls played by hand. */
class SequenceEngineTest {
  private static final String CALL =
      """
      {"id": "%s", "type": "create_order", "order_type": "payment_reminder",
       "scheduling": {"max_attempts": 1}}
      """;

  private static final String TWO_CALLS =
      """
      "exit_conditions": [],
      "steps": [%s, {"id": "pause", "type": "wait", "after": {"min": "P2D"}}, %s]
      """
          .formatted(CALL.formatted("first"), CALL.formatted("second"));

  private static final ScriptedGateway GATEWAY = new ScriptedGateway();
  private static DialFixture house;

  private final TestTenant tenant = house.tenant();

  @BeforeAll
  static void open() {
    house = DialFixture.over(GATEWAY);
  }

  @AfterAll
  static void close() {
    house.close();
  }

  private static void callEnds(TestEnrollment climber, Disposition disposition) {
    house.dialDue();
    house.tell(GATEWAY.ended(climber.order().attempt(), disposition, Cause.NORMAL));
  }

  @Test
  void climbsTheWholeLadder() {
    TestEnrollment climber = TestSequence.of(tenant, TWO_CALLS).enroll(MagicLine.BUSY);
    assertThat(climber.status()).isEqualTo("active");
    assertThat(climber.step()).isEqualTo("first");
    assertThat(climber.nextActionAt()).isBetween(tenant.now().minusSeconds(60), tenant.now());

    assertThat(house.engine.runOnce()).isEqualTo(1);
    assertThat(climber.orders()).hasSize(1);
    assertThat(climber.shown().has("next_action_at")).isFalse();
    callEnds(climber, Disposition.BUSY);
    assertThat(climber.order().summary()).isEqualTo("no_contact");

    assertThat(house.engine.runOnce()).isEqualTo(1);
    assertThat(climber.step()).isEqualTo("pause");
    Instant twoDays = tenant.now().plus(Duration.ofDays(2));
    assertThat(climber.nextActionAt()).isBetween(twoDays.minusSeconds(60), twoDays);
    assertThat(house.engine.runOnce()).isZero();

    tenant.jump(Duration.ofDays(2));
    assertThat(house.engine.runOnce()).isEqualTo(1);
    assertThat(climber.orders()).hasSize(2);
    assertThat(climber.step()).isEqualTo("second");
    callEnds(climber, Disposition.BUSY);
    house.engine.runOnce();

    assertThat(climber.status()).isEqualTo("completed");
    assertThat(climber.shown().path("exit_reason").isNull()).isTrue();
    assertThat(climber.step()).isEqualTo("second");
    assertThat(climber.phones()).isEmpty();
    assertThat(climber.eventTypes())
        .containsExactly(
            "enrollment.started",
            "enrollment.step_started",
            "enrollment.step_started",
            "enrollment.step_started",
            "enrollment.completed");
    assertThat(house.engine.runOnce()).isZero();
  }

  @Test
  void anOrderOfAStepIsAnOrderLikeAnyOther() {
    TestEnrollment climber =
        TestSequence.of(
                tenant,
                """
                "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
                  "scheduling": {"max_attempts": 2, "retry": {"min_gap_hours": 7}},
                  "delivery": {"transcript": "none"}, "variables": {"tone": "firm"}}]
                """)
            .enroll(MagicLine.BUSY);

    house.engine.runOnce();

    JsonNode order = climber.order().shown();
    assertThat(order.path("enrollment_id").asText()).isEqualTo(climber.shown().path("id").asText());
    assertThat(order.path("sequence_step_id").asText()).isEqualTo("call");
    assertThat(order.path("metadata").path("campaign").asText()).isEqualTo("autumn");
    assertThat(order.at("/scheduling/max_attempts").asInt()).isEqualTo(2);
    assertThat(order.at("/scheduling/retry/min_gap_hours").asInt()).isEqualTo(7);
    assertThat(order.at("/delivery/transcript").asText()).isEqualTo("none");
    assertThat(order.at("/context/variables/tone").asText()).isEqualTo("firm");
    assertThat(climber.order().eventTypes())
        .containsExactly("call_order.accepted", "enrollment.step_started");
    assertThat(climber.events().getLast().at("/related/call_order_id").asText())
        .isEqualTo(order.path("id").asText());
    assertThat(climber.events().getLast().path("data")).isEqualTo(climber.shown());
  }

  @Test
  void exitsInTheWordsOfAStep() {
    TestEnrollment climber =
        TestSequence.of(
                tenant,
                """
                "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
                  "scheduling": {"max_attempts": 1},
                  "exit_when": {"summary_codes": ["no_contact"]}, "exit_reason": "Nobody there."},
                  {"id": "pause", "type": "wait", "after": {"min": "P2D"}}]
                """)
            .enroll(MagicLine.BUSY);
    house.engine.runOnce();
    callEnds(climber, Disposition.BUSY);

    house.engine.runOnce();

    assertThat(climber.status()).isEqualTo("exited");
    assertThat(climber.exitReason()).isEqualTo("Nobody there.");
  }

  @Test
  void factsThatAWaitAsksForAreRemembered() {
    TestSequence ladder =
        TestSequence.of(
            tenant,
            """
            "steps": [{"id": "rest", "type": "wait", "after": {"min": "P1D"}},
              {"id": "look", "type": "wait", "after": {"min": "P1D"},
               "skip_remaining_if": [{"type": "signal", "signal_type": "letter.read"}]}]
            """);
    OrderDraft draft = tenant.anOrder().to(MagicLine.BUSY);
    TestEnrollment climber = ladder.enroll(draft);
    house.engine.runOnce();

    assertThat(ladder.signal("letter.read", TestSequence.person(draft))).isEmpty();
    tenant.jump(Duration.ofDays(1));
    house.engine.runOnce();

    assertThat(climber.status()).isEqualTo("completed");
    assertThat(climber.exitReason()).isEqualTo("skipped:letter.read");
  }

  @Test
  void aSignalThatSparesTheRestCompletesAndDoesNotExit() {
    TestSequence ladder =
        TestSequence.of(
            tenant,
            """
            "steps": [{"id": "rest", "type": "wait", "after": {"min": "P1D"},
              "skip_remaining_if": [{"type": "signal", "signal_type": "letter.read"}]}]
            """);
    OrderDraft draft = tenant.anOrder().to(MagicLine.BUSY);
    TestEnrollment climber = ladder.enroll(draft);
    house.engine.runOnce();

    assertThat(ladder.signal("letter.read", TestSequence.person(draft))).isEmpty();

    assertThat(climber.status()).isEqualTo("completed");
    assertThat(climber.exitReason()).isEqualTo("skipped:letter.read");
    assertThat(climber.eventTypes()).endsWith("enrollment.completed");
  }

  @Test
  void aCapacityRefusalPutsTheStepOff() {
    TestEnrollment climber = TestSequence.of(tenant, TWO_CALLS).enroll(MagicLine.BUSY);
    tenant.changeQuotas(quotas -> TestQuotas.open(quotas, 0));

    house.engine.runOnce();

    Instant later = tenant.now().plus(Duration.ofMinutes(5));
    assertThat(climber.orders()).isEmpty();
    assertThat(climber.nextActionAt()).isBetween(later.minusSeconds(60), later);
    tenant.changeQuotas(quotas -> TestQuotas.open(quotas, 10));
    assertThat(house.engine.runOnce()).isZero();
    tenant.jump(Duration.ofMinutes(5));
    house.engine.runOnce();
    assertThat(climber.orders()).hasSize(1);
  }

  @Test
  void aRefusedOrderDoesNotHoldUpOthersOfItsBatch() {
    TestSequence ladder = TestSequence.of(tenant, TWO_CALLS);
    TestEnrollment fine = ladder.enroll(MagicLine.BUSY);
    TestEnrollment failing =
        TestSequence.of(
                tenant,
                "debt.old",
                "one_active_per_subject",
                """
                "steps": [{"id": "call", "type": "create_order", "order_type": "unknown_type"}]
                """)
            .enroll(MagicLine.BUSY);

    assertThat(house.engine.runOnce()).isEqualTo(2);

    assertThat(fine.orders()).hasSize(1);
    assertThat(failing.status()).isEqualTo("failed");
    assertThat(failing.exitReason()).isEqualTo("order_type_not_active");
  }

  @Test
  void anOrderTypeThatIsArchivedMeanwhileFailsTheEnrollmentAtItsStep() {
    TestEnrollment climber = TestSequence.of(tenant, TWO_CALLS).enroll(MagicLine.BUSY);
    house.query(
        "UPDATE order_type SET status = 'archived' WHERE tenant_id = $1 RETURNING key",
        tenant.id());

    house.engine.runOnce();

    assertThat(climber.status()).isEqualTo("failed");
    assertThat(climber.exitReason()).isEqualTo("order_type_not_active");
    assertThat(climber.eventTypes()).endsWith("enrollment.failed");
  }

  @Test
  void whoClimbsASequenceThatIsArchivedFinishesIt() {
    TestSequence ladder = TestSequence.of(tenant, TWO_CALLS);
    TestEnrollment climber = ladder.enroll(MagicLine.BUSY);
    house.query(
        "UPDATE sequence SET status = 'archived' WHERE tenant_id = $1 RETURNING id", tenant.id());
    house.query(
        "UPDATE sequence_version SET status = 'archived' WHERE tenant_id = $1 RETURNING version",
        tenant.id());

    house.engine.runOnce();
    callEnds(climber, Disposition.BUSY);
    house.engine.runOnce();
    tenant.jump(Duration.ofDays(2));
    house.engine.runOnce();
    callEnds(climber, Disposition.BUSY);
    house.engine.runOnce();

    assertThat(climber.status()).isEqualTo("completed");
    assertThat(climber.orders()).hasSize(2);
    assertThat(
            ladder.signal(
                "invoice.overdue", TestSequence.person(tenant.anOrder().to(MagicLine.BUSY))))
        .isEmpty();
  }

  @Test
  void aPersonOfWhomNobodyHasToldFailsAtTheFirstCall() {
    TestSequence ladder = TestSequence.of(tenant, TWO_CALLS);
    List<Triggered> effects = ladder.signal("invoice.overdue", "nobody", null);
    TestEnrollment climber = new TestEnrollment(tenant, effects.getFirst().enrollmentId());

    house.engine.runOnce();

    assertThat(climber.status()).isEqualTo("failed");
    assertThat(climber.exitReason()).isEqualTo("subject_data_missing");
  }

  @Test
  void aPersonIsKnownFromTheNewestSignalOrOrder() {
    TestSequence ladder = TestSequence.of(tenant, TWO_CALLS);
    String newer = MagicLine.VOICEMAIL.number(3);
    ladder.told(
        TestSequence.person(tenant.anOrder().of("erika").toNumber(MagicLine.BUSY.number(3))));
    tenant.jump(Duration.ofMinutes(1));
    tenant.anOrder().of("erika").toNumber(newer).placed();

    List<Triggered> effects = ladder.signal("invoice.overdue", "erika", null);

    assertThat(new TestEnrollment(tenant, effects.getFirst().enrollmentId()).phones())
        .containsExactly(newer);
  }

  @Test
  void aPersonWhoIsToldOfAfterTheStartIsFoundByTheStep() {
    TestSequence ladder = TestSequence.of(tenant, TWO_CALLS);
    List<Triggered> effects = ladder.signal("invoice.overdue", "erika", null);
    TestEnrollment climber = new TestEnrollment(tenant, effects.getFirst().enrollmentId());
    String number = MagicLine.BUSY.number(4);
    ladder.told(TestSequence.person(tenant.anOrder().of("erika").toNumber(number)));

    house.engine.runOnce();

    assertThat(climber.orders()).hasSize(1);
    assertThat(climber.phones()).containsExactly(number);
  }

  @Test
  void nobodyIsEnrolledTwice() {
    TestSequence ladder = TestSequence.of(tenant, TWO_CALLS);
    ObjectNode person = TestSequence.person(tenant.anOrder().to(MagicLine.BUSY));
    var first = ladder.signal("invoice.overdue", person);
    TestEnrollment climber = new TestEnrollment(tenant, first.getFirst().enrollmentId());

    assertThat(ladder.signal("invoice.overdue", person))
        .containsExactly(new Triggered(climber.id(), Effect.SKIPPED));
    climber.ask("pause");
    assertThat(ladder.signal("invoice.overdue", person))
        .containsExactly(new Triggered(climber.id(), Effect.SKIPPED));
  }

  @Test
  void aNewEnrollmentReplacesTheOneBefore() {
    TestSequence ladder = TestSequence.of(tenant, "invoice.overdue", "replace_active", TWO_CALLS);
    ObjectNode person = TestSequence.person(tenant.anOrder().to(MagicLine.BUSY));
    TestEnrollment first =
        new TestEnrollment(
            tenant, ladder.signal("invoice.overdue", person).getFirst().enrollmentId());
    house.engine.runOnce();

    List<Triggered> effects = ladder.signal("invoice.overdue", person);

    assertThat(effects)
        .extracting(Triggered::effect)
        .containsExactly(Effect.REPLACED, Effect.ENROLLED);
    assertThat(effects.getFirst().enrollmentId()).isEqualTo(first.id());
    assertThat(first.exitReason()).isEqualTo("replaced");
    assertThat(first.order().status()).isEqualTo("canceled");
    assertThat(first.order().result().at("/termination/reason").asText())
        .isEqualTo("sequence_exited");
    assertThat(new TestEnrollment(tenant, effects.getLast().enrollmentId()).status())
        .isEqualTo("active");
  }

  @Test
  void aSignalNeverEndsWhatItStarts() {
    TestSequence ladder =
        TestSequence.of(tenant, "payment.received", "one_active_per_subject", TWO_CALLS);

    TestEnrollment climber = ladder.enroll(MagicLine.BUSY);

    assertThat(climber.status()).isEqualTo("active");
  }

  @Test
  void whoeverMustNotBeCalledIsNotEnrolled() {
    TestSequence ladder = TestSequence.of(tenant, TWO_CALLS);
    OrderDraft draft = tenant.anOrder().to(MagicLine.BUSY);
    ObjectNode person = TestSequence.person(draft);
    TestClient client = new TestClient(house, tenant.id());
    client.enter(person.at("/contacts/0/value").asText(), null);
    assertThat(ladder.signal("invoice.overdue", person)).isEmpty();

    client.enter(null, "max");
    assertThat(ladder.signal("invoice.overdue", "max", null)).isEmpty();
  }

  @Test
  void withoutTheFeatureNothingClimbsAndExitsHold() {
    TestSequence ladder = TestSequence.of(tenant, TWO_CALLS);
    OrderDraft draft = tenant.anOrder().to(MagicLine.BUSY);
    TestEnrollment climber = ladder.enroll(draft);
    TestEnrollment other = ladder.enroll(MagicLine.BUSY);
    house.change(tenant.id(), it -> TestTenants.climbing(it, false));

    assertThat(house.engine.runOnce()).isZero();
    assertThat(
            ladder.signal(
                "invoice.overdue", TestSequence.person(tenant.anOrder().to(MagicLine.BUSY))))
        .isEmpty();
    ladder.signal("payment.received", TestSequence.person(draft));
    assertThat(climber.exitReason()).isEqualTo("payment.received");

    house.change(tenant.id(), it -> TestTenants.climbing(it, true));
    assertThat(house.engine.runOnce()).isEqualTo(1);
    assertThat(other.orders()).hasSize(1);
  }

  @Test
  void anExitByAResultHoldsWithoutTheFeature() {
    TestEnrollment climber =
        TestSequence.of(
                tenant,
                """
                "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
                  "scheduling": {"max_attempts": 1},
                  "exit_when": {"summary_codes": ["no_contact"]}, "exit_reason": "Gone."},
                  {"id": "pause", "type": "wait", "after": {"min": "P2D"}}]
                """)
            .enroll(MagicLine.BUSY);
    house.engine.runOnce();
    house.change(tenant.id(), it -> TestTenants.climbing(it, false));
    callEnds(climber, Disposition.BUSY);

    house.engine.runOnce();

    assertThat(climber.exitReason()).isEqualTo("Gone.");
  }

  @Test
  void aNumberThatIsAboutToBeBarredPutsTheStepOff() {
    OrderDraft draft = tenant.anOrder().to(MagicLine.BUSY);
    TestEnrollment climber = TestSequence.of(tenant, TWO_CALLS).enroll(draft);

    try (var held =
        tenant.holdNumber(TestSequence.person(draft).at("/contacts/0/value").asText())) {
      assertThat(held).isNotNull();
      assertThat(house.engine.runOnce()).isZero();
    }

    assertThat(house.engine.runOnce()).isEqualTo(1);
    assertThat(climber.orders()).hasSize(1);
  }

  @Test
  void aWaitIsOverWhenItsWindowOpens() {
    TestSequence ladder =
        TestSequence.of(
            tenant,
            """
            "steps": [{"id": "night", "type": "wait", "until": {"local_time": "22:00"}},
              {"id": "rest", "type": "wait", "after": {"min": "P1D"}}]
            """);
    TestEnrollment climber = ladder.enroll(MagicLine.BUSY);
    house.engine.runOnce();
    tenant.jump(Duration.between(tenant.now(), climber.nextActionAt()).plusSeconds(1));
    house.engine.runOnce();

    assertThat(climber.step()).isEqualTo("night");
    assertThat(climber.nextActionAt().atZone(TestTenants.BERLIN).getHour()).isEqualTo(8);
  }

  @Test
  void operationsRefuseTheWrongStatus() {
    TestEnrollment climber = TestSequence.of(tenant, TWO_CALLS).enroll(MagicLine.BUSY);

    assertThat(climber.ask("resume").code()).isEqualTo("enrollment_not_paused");
    assertThat(climber.ask("pause").status()).isEqualTo(200);
    assertThat(climber.ask("pause").code()).isEqualTo("enrollment_not_active");
    assertThat(climber.ask("cancel").body().path("exit_reason").asText()).isEqualTo("canceled");
    assertThat(climber.ask("cancel").code()).isEqualTo("enrollment_ended");
    assertThat(climber.ask("pause").code()).isEqualTo("enrollment_not_active");
    assertThat(climber.ask("resume").code()).isEqualTo("enrollment_not_paused");
    assertThat(new TestClient(house, house.tenant().id()).enrollment(climber.id()).code())
        .isEqualTo("not_found");
    assertThat(climber.eventTypes())
        .containsExactly("enrollment.started", "enrollment.paused", "enrollment.canceled");
    assertThat(Json.parse(climber.shown().toString()).has("ended_at")).isTrue();
  }
}
