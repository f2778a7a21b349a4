package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each fact that ends an enrollment, in each of its states. */
@Tag("long")
class EnrollmentExitsTest {
  private static final ScriptedGateway GATEWAY = new ScriptedGateway();
  @AutoClose private static final DialFixture fixture = DialFixture.withGateway(GATEWAY);

  private final TestTenant tenant = fixture.tenant();
  private final TestClient client = new TestClient(fixture, tenant.id());
  private final String subject = tenant.newSubject();
  private final String phone = MagicLine.BUSY.number(7);

  /** The state of an enrollment. */
  enum State {
    BEFORE_A_STEP,
    WAITING,
    ORDERED,
    DIALED,
    TALKING,
    PAUSED_BEFORE,
    PAUSED_WAITING,
    PAUSED_ORDERED;

    boolean paused() {
      return name().startsWith("PAUSED");
    }

    boolean waits() {
      return this == WAITING || this == PAUSED_WAITING;
    }
  }

  /** A fact that ends it. */
  enum Fact {
    PAYMENT("payment.received"),
    WITHDRAWAL("claim.withdrawn"),
    DISPUTE("claim.disputed"),
    OWN_SIGNAL("address.unknown"),
    SUBJECT_SUPPRESSED("do_not_call"),
    PHONE_SUPPRESSED("do_not_call");

    final String reason;

    Fact(String reason) {
      this.reason = reason;
    }
  }

  static Stream<Arguments> all() {
    return Arrays.stream(State.values())
        .flatMap(state -> Arrays.stream(Fact.values()).map(fact -> Arguments.of(state, fact)));
  }

  private static String definition(State state) {
    String wait = "{\"id\": \"rest\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\"}}";
    String call =
        """
        {"id": "call", "type": "create_order", "order_type": "payment_reminder"}
        """;
    return """
    "exit_conditions": [{"type": "signal", "signal_type": "address.unknown"}],
    "steps": [%s, %s]
    """
        .formatted(state.waits() ? wait : call, state.waits() ? call : wait);
  }

  private TestSequence sequence(State state) {
    return TestSequence.of(tenant, definition(state));
  }

  private TestEnrollment enrolledAt(State state, TestSequence sequence) {
    TestEnrollment enrollment =
        sequence.enroll(tenant.anOrder().forSubject(subject).toPhone(phone));
    if (state != State.BEFORE_A_STEP && state != State.PAUSED_BEFORE) {
      fixture.engine.runOnce();
    }
    if (state == State.DIALED || state == State.TALKING) {
      fixture.dialDue();
    }
    if (state == State.TALKING) {
      fixture.receive(GATEWAY.answered(enrollment.order().attempt()));
    }
    if (state.paused()) {
      assertThat(enrollment.perform("pause").status()).isEqualTo(200);
    }
    return enrollment;
  }

  private void record(Fact fact, TestSequence sequence) {
    switch (fact) {
      case SUBJECT_SUPPRESSED -> client.suppressAndEnforce(null, subject);
      case PHONE_SUPPRESSED -> client.suppressAndEnforce(phone, null);
      default -> sequence.signal(fact.reason, subject, null);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void endsEnrollment(State state, Fact fact) {
    TestSequence sequence = sequence(state);
    TestEnrollment enrollment = enrolledAt(state, sequence);

    record(fact, sequence);

    assertThat(enrollment.status()).isEqualTo("exited");
    assertThat(enrollment.exitReason()).isEqualTo(fact.reason);
    assertThat(enrollment.eventTypes().getLast()).isEqualTo("enrollment.exited");
    assertThat(enrollment.phones()).isEmpty();
    assertThat(fixture.engine.runOnce()).isZero();
    assertOrder(state, fact, enrollment);
  }

  private static void assertOrder(State state, Fact fact, TestEnrollment enrollment) {
    String reason =
        fact == Fact.SUBJECT_SUPPRESSED || fact == Fact.PHONE_SUPPRESSED
            ? "suppressed"
            : "sequence_exited";
    switch (state) {
      case ORDERED, PAUSED_ORDERED -> assertOrderCanceled(enrollment, reason);
      case DIALED -> {
        assertThat(enrollment.order().status()).isEqualTo("dialing");
        fixture.receive(
            GATEWAY.ended(enrollment.order().attempt(), Disposition.BUSY, Cause.NORMAL));
        assertOrderCanceled(enrollment, reason);
      }
      case TALKING -> {
        assertThat(enrollment.order().status()).isEqualTo("in_progress");
        endConversation(enrollment);
        assertThat(enrollment.order().status()).isEqualTo("completed");
      }
      default -> assertThat(enrollment.orders()).isEmpty();
    }
    assertThat(fixture.engine.runOnce()).isZero();
    assertThat(enrollment.status()).isEqualTo("exited");
  }

  private static void assertOrderCanceled(TestEnrollment enrollment, String reason) {
    assertThat(enrollment.order().status()).isEqualTo("canceled");
    assertThat(enrollment.order().result().at("/termination/reason").asText()).isEqualTo(reason);
  }

  private static void endConversation(TestEnrollment enrollment) {
    UUID attempt = enrollment.order().attempt();
    fixture.receive(ended(attempt), refused(attempt));
  }

  private static AttemptUpdate ended(UUID attempt) {
    return GATEWAY.ended(attempt, Disposition.ANSWERED, Cause.NORMAL);
  }

  private static AttemptUpdate refused(UUID attempt) {
    return GATEWAY.report(
        attempt,
        Map.of(
            "summary_code", "refused",
            "reachability", "subject_reached",
            "engagement", "declined",
            "findings", Map.of()));
  }

  @Test
  void objectionWithCallEndEndsEnrollmentOnce() {
    TestEnrollment enrollment = enrolledAt(State.TALKING, sequence(State.TALKING));
    UUID attempt = enrollment.order().attempt();

    fixture.receive(GATEWAY.objection(attempt), ended(attempt), refused(attempt));

    assertThat(enrollment.order().status()).isEqualTo("completed");
    assertThat(enrollment.exitReason()).isEqualTo("do_not_call");
    assertThat(fixture.engine.runOnce()).isZero();
    assertThat(enrollment.eventTypes()).containsOnlyOnce("enrollment.exited");
    assertThat(enrollment.eventTypes()).endsWith("enrollment.exited");
  }

  @Test
  void reachedSubjectExitsByCondition() {
    TestSequence sequence =
        TestSequence.of(
            tenant,
            """
            "exit_conditions": [{"type": "subject_reached"}],
            "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder"},
              {"id": "rest", "type": "wait", "after": {"min": "P2D"}}]
            """);
    TestEnrollment enrollment = enrolledAt(State.TALKING, sequence);
    enrollment.perform("pause");
    endConversation(enrollment);

    fixture.engine.runOnce();

    assertThat(enrollment.order().result().path("reachability").asText())
        .isEqualTo("subject_reached");
    assertThat(enrollment.status()).isEqualTo("exited");
    assertThat(enrollment.exitReason()).isEqualTo("subject_reached");
  }

  @Test
  void objectionEndsEnrollmentBeforeTheCallEnds() {
    TestEnrollment enrollment = enrolledAt(State.TALKING, sequence(State.TALKING));

    fixture.receive(GATEWAY.objection(enrollment.order().attempt()));

    assertThat(enrollment.exitReason()).isEqualTo("do_not_call");
    assertThat(enrollment.order().status()).isEqualTo("in_progress");
  }

  private OrderDraft orderAlsoTo(String otherPhone) {
    return tenant.anOrder().forSubject(subject).toPhone(phone).toPhone(otherPhone);
  }

  @Test
  void suppressionOfOneOfTwoPhonesEndsEnrollmentAndOrder() {
    TestSequence sequence = sequence(State.ORDERED);
    TestEnrollment enrollment = sequence.enroll(orderAlsoTo(MagicLine.VOICEMAIL.number(7)));
    fixture.engine.runOnce();

    client.suppressAndEnforce(phone, null);

    assertThat(enrollment.exitReason()).isEqualTo("do_not_call");
    assertOrderCanceled(enrollment, "sequence_exited");
  }

  /** Stands for enrollments beyond the thousand subjects that an entry ends at once. */
  @Test
  void suppressedEnrollmentEndsBeforeTheNextOrder() {
    TestSequence sequence = sequence(State.BEFORE_A_STEP);
    TestEnrollment enrollment = sequence.enroll(orderAlsoTo(MagicLine.VOICEMAIL.number(8)));
    try (var held = tenant.holdPhone(phone)) {
      tenant.suppress(held, phone, null);
    }

    assertThat(fixture.engine.runOnce()).isEqualTo(1);

    assertThat(enrollment.exitReason()).isEqualTo("do_not_call");
    assertThat(enrollment.orders()).isEmpty();
  }

  @Test
  void enrollmentWithUnsuppressedPhoneStarts() {
    String other = MagicLine.VOICEMAIL.number(9);
    client.suppressAndEnforce(phone, null);
    TestEnrollment enrollment = sequence(State.BEFORE_A_STEP).enroll(orderAlsoTo(other));

    fixture.engine.runOnce();

    assertThat(enrollment.status()).isEqualTo("active");
    assertThat(enrollment.orders()).hasSize(1);
  }

  @Test
  void cancelEndsEnrollmentAndOrder() {
    TestEnrollment enrollment = enrolledAt(State.ORDERED, sequence(State.ORDERED));

    assertThat(enrollment.perform("cancel").status()).isEqualTo(200);

    assertThat(enrollment.status()).isEqualTo("canceled");
    assertThat(enrollment.order().result().at("/termination/actor").asText()).isEqualTo("client");
    assertOrderCanceled(enrollment, "canceled");
    assertThat(fixture.engine.runOnce()).isZero();
  }

  @Test
  void unmatchedSignalChangesNothing() {
    TestSequence sequence = sequence(State.WAITING);
    TestEnrollment enrollment = enrolledAt(State.WAITING, sequence);

    assertThat(sequence.signal("letter.read", subject, null)).isEmpty();

    assertThat(enrollment.status()).isEqualTo("active");
  }
}
