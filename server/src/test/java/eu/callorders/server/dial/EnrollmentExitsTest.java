package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fact that ends an enrollment, wherever on its ladder the person stands. */
class EnrollmentExitsTest {
  private static final ScriptedGateway GATEWAY = new ScriptedGateway();
  private static DialFixture house;

  private final TestTenant tenant = house.tenant();
  private final TestClient client = new TestClient(house, tenant.id());
  private final String person = tenant.newPerson();
  private final String number = MagicLine.BUSY.number(7);

  @BeforeAll
  static void open() {
    house = DialFixture.over(GATEWAY);
  }

  @AfterAll
  static void close() {
    house.close();
  }

  /** Where an enrollment may stand. */
  enum Standing {
    BEFORE_A_STEP,
    WAITING,
    ORDERED,
    DIALLED,
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

  /** What ends it. */
  enum Fact {
    PAYMENT("payment.received"),
    WITHDRAWAL("claim.withdrawn"),
    DISPUTE("claim.disputed"),
    OWN_SIGNAL("address.unknown"),
    PERSON_BARRED("do_not_call"),
    NUMBER_BARRED("do_not_call");

    final String reason;

    Fact(String reason) {
      this.reason = reason;
    }
  }

  static Stream<Arguments> all() {
    return Arrays.stream(Standing.values())
        .flatMap(
            standing -> Arrays.stream(Fact.values()).map(fact -> Arguments.of(standing, fact)));
  }

  private static String definition(Standing standing) {
    String wait = "{\"id\": \"rest\", \"type\": \"wait\", \"after\": {\"min\": \"P2D\"}}";
    String call =
        """
        {"id": "call", "type": "create_order", "order_type": "payment_reminder"}
        """;
    return """
    "exit_conditions": [{"type": "signal", "signal_type": "address.unknown"}],
    "steps": [%s, %s]
    """
        .formatted(standing.waits() ? wait : call, standing.waits() ? call : wait);
  }

  private TestSequence ladder(Standing standing) {
    return TestSequence.of(tenant, definition(standing));
  }

  private TestEnrollment at(Standing standing, TestSequence ladder) {
    TestEnrollment climber = ladder.enroll(tenant.anOrder().of(person).toNumber(number));
    if (standing != Standing.BEFORE_A_STEP && standing != Standing.PAUSED_BEFORE) {
      house.engine.runOnce();
    }
    if (standing == Standing.DIALLED || standing == Standing.TALKING) {
      house.dialDue();
    }
    if (standing == Standing.TALKING) {
      house.tell(GATEWAY.answered(climber.order().attempt()));
    }
    if (standing.paused()) {
      assertThat(climber.ask("pause").status()).isEqualTo(200);
    }
    return climber;
  }

  private void happens(Fact fact, TestSequence ladder) {
    switch (fact) {
      case PERSON_BARRED -> client.enter(null, person);
      case NUMBER_BARRED -> client.enter(number, null);
      default -> ladder.signal(fact.reason, person, null);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void ends(Standing standing, Fact fact) {
    TestSequence ladder = ladder(standing);
    TestEnrollment climber = at(standing, ladder);

    happens(fact, ladder);

    assertThat(climber.status()).isEqualTo("exited");
    assertThat(climber.exitReason()).isEqualTo(fact.reason);
    assertThat(climber.eventTypes().getLast()).isEqualTo("enrollment.exited");
    assertThat(climber.phones()).isEmpty();
    assertThat(house.engine.runOnce()).isZero();
    assertOrder(standing, fact, climber);
  }

  private static void assertOrder(Standing standing, Fact fact, TestEnrollment climber) {
    String reason =
        fact == Fact.PERSON_BARRED || fact == Fact.NUMBER_BARRED ? "suppressed" : "sequence_exited";
    switch (standing) {
      case ORDERED, PAUSED_ORDERED -> {
        assertThat(climber.order().status()).isEqualTo("canceled");
        assertThat(climber.order().result().at("/termination/reason").asText()).isEqualTo(reason);
      }
      case DIALLED -> {
        assertThat(climber.order().status()).isEqualTo("dialing");
        house.tell(GATEWAY.ended(climber.order().attempt(), Disposition.BUSY, Cause.NORMAL));
        assertThat(climber.order().status()).isEqualTo("canceled");
        assertThat(climber.order().result().at("/termination/reason").asText()).isEqualTo(reason);
      }
      case TALKING -> {
        assertThat(climber.order().status()).isEqualTo("in_progress");
        talks(climber);
        assertThat(climber.order().status()).isEqualTo("completed");
      }
      default -> assertThat(climber.orders()).isEmpty();
    }
    assertThat(house.engine.runOnce()).isZero();
    assertThat(climber.status()).isEqualTo("exited");
  }

  private static void talks(TestEnrollment climber) {
    UUID attempt = climber.order().attempt();
    house.tell(ended(attempt), refused(attempt));
  }

  private static AttemptUpdate ended(UUID attempt) {
    return GATEWAY.ended(attempt, Disposition.ANSWERED, Cause.NORMAL);
  }

  private static AttemptUpdate refused(UUID attempt) {
    return GATEWAY.reported(
        attempt,
        Map.of(
            "summary_code", "refused",
            "reachability", "subject_reached",
            "engagement", "declined",
            "findings", Map.of()));
  }

  @Test
  void anObjectionThatIsToldTogetherWithTheEndOfTheCallEndsTheEnrollmentOnce() {
    TestEnrollment climber = at(Standing.TALKING, ladder(Standing.TALKING));
    UUID attempt = climber.order().attempt();

    house.tell(GATEWAY.objected(attempt), ended(attempt), refused(attempt));

    assertThat(climber.order().status()).isEqualTo("completed");
    assertThat(climber.exitReason()).isEqualTo("do_not_call");
    assertThat(house.engine.runOnce()).isZero();
    assertThat(climber.eventTypes()).containsOnlyOnce("enrollment.exited");
    assertThat(climber.eventTypes()).endsWith("enrollment.exited");
  }

  @Test
  void aPersonWhoWasReachedLeavesALadderThatSaysSo() {
    TestSequence ladder =
        TestSequence.of(
            tenant,
            """
            "exit_conditions": [{"type": "subject_reached"}],
            "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder"},
              {"id": "rest", "type": "wait", "after": {"min": "P2D"}}]
            """);
    TestEnrollment climber = at(Standing.TALKING, ladder);
    climber.ask("pause");
    talks(climber);

    house.engine.runOnce();

    assertThat(climber.order().result().path("reachability").asText()).isEqualTo("subject_reached");
    assertThat(climber.status()).isEqualTo("exited");
    assertThat(climber.exitReason()).isEqualTo("subject_reached");
  }

  @Test
  void anObjectionDuringACallEndsTheEnrollmentBeforeTheCallIsOver() {
    TestEnrollment climber = at(Standing.TALKING, ladder(Standing.TALKING));

    house.tell(GATEWAY.objected(climber.order().attempt()));

    assertThat(climber.exitReason()).isEqualTo("do_not_call");
    assertThat(climber.order().status()).isEqualTo("in_progress");
  }

  @Test
  void aNumberThatIsOneOfTwoEndsTheEnrollmentAndItsOrder() {
    TestSequence ladder = ladder(Standing.ORDERED);
    TestEnrollment climber =
        ladder.enroll(
            tenant.anOrder().of(person).toNumber(number).toNumber(MagicLine.VOICEMAIL.number(7)));
    house.engine.runOnce();

    client.enter(number, null);

    assertThat(climber.exitReason()).isEqualTo("do_not_call");
    assertThat(climber.order().status()).isEqualTo("canceled");
    assertThat(climber.order().result().at("/termination/reason").asText())
        .isEqualTo("sequence_exited");
  }

  /** As those beyond the thousand persons that an entry ends at once. */
  @Test
  void whoeverAnEntryHasLeftOutEndsBeforeTheNextOrder() {
    TestSequence ladder = ladder(Standing.BEFORE_A_STEP);
    TestEnrollment climber =
        ladder.enroll(
            tenant.anOrder().of(person).toNumber(number).toNumber(MagicLine.VOICEMAIL.number(8)));
    try (var barred = tenant.holdNumber(number)) {
      tenant.suppress(barred, number, null);
    }

    assertThat(house.engine.runOnce()).isEqualTo(1);

    assertThat(climber.exitReason()).isEqualTo("do_not_call");
    assertThat(climber.orders()).isEmpty();
  }

  @Test
  void whoeverStartsWithAnotherNumberThanTheBarredOneIsCalledThere() {
    String other = MagicLine.VOICEMAIL.number(9);
    client.enter(number, null);
    TestEnrollment climber =
        ladder(Standing.BEFORE_A_STEP)
            .enroll(tenant.anOrder().of(person).toNumber(number).toNumber(other));

    house.engine.runOnce();

    assertThat(climber.status()).isEqualTo("active");
    assertThat(climber.orders()).hasSize(1);
  }

  @Test
  void aCancelOfTheClientEndsWhatIsPending() {
    TestEnrollment climber = at(Standing.ORDERED, ladder(Standing.ORDERED));

    assertThat(climber.ask("cancel").status()).isEqualTo(200);

    assertThat(climber.status()).isEqualTo("canceled");
    assertThat(climber.order().result().at("/termination/actor").asText()).isEqualTo("client");
    assertThat(climber.order().result().at("/termination/reason").asText()).isEqualTo("canceled");
    assertThat(house.engine.runOnce()).isZero();
  }

  @Test
  void aSignalThatNobodyWaitsForChangesNothing() {
    TestSequence ladder = ladder(Standing.WAITING);
    TestEnrollment climber = at(Standing.WAITING, ladder);

    assertThat(ladder.signal("letter.read", person, null)).isEmpty();

    assertThat(climber.status()).isEqualTo("active");
  }
}
