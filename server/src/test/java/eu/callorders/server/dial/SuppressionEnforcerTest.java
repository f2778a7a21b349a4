package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.HeldLocks;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races of a suppression with other work on its phone and subject. */
@Tag("long")
class SuppressionEnforcerTest {
  @AutoClose private final SuppressionRaces races = new SuppressionRaces();
  private final ScriptedGateway gateway = races.gateway;
  private final DialFixture fixture = races.fixture;
  private final TestTenant tenant = races.tenant;
  private final String phone = races.phone;

  @Test
  void phoneSuppressionBeforeDialPreventsIt() throws Exception {
    PlacedOrder order = races.planned("erika", phone);

    races.inThisOrder(
        () -> races.enter(phone, null),
        () -> fixture.dialer.runOnce().orders(),
        (entry, dialed) -> {
          assertThat(entry.get()).isEqualTo(201);
          assertThat(dialed.get()).isZero();
        });

    fixture.dialer.runOnce();
    races.assertSuppressed(order);
  }

  @Test
  void subjectSuppressionBeforeDialPreventsIt() throws Exception {
    PlacedOrder order = races.planned("erika", phone);

    races.inThisOrder(
        () -> races.enter(null, "erika"),
        () -> fixture.dialer.runOnce().orders(),
        (entry, dialed) -> {
          assertThat(entry.get()).isEqualTo(201);
          assertThat(dialed.get()).isZero();
        });

    fixture.dialer.runOnce();
    races.assertSuppressed(order);
  }

  @Test
  void phoneSuppressionAfterDialStopsTheCall() throws Exception {
    PlacedOrder order = races.planned("erika", phone);

    races.inThisOrder(
        () -> fixture.dialer.runOnce().orders(),
        () -> races.enter(phone, null),
        (dialed, entry) -> {
          assertThat(dialed.get()).isEqualTo(1);
          assertThat(entry.get()).isEqualTo(201);
        });

    races.assertStopped(order);
  }

  @Test
  void subjectSuppressionAfterDialStopsTheCall() throws Exception {
    PlacedOrder order = races.planned("erika", phone);

    races.inThisOrder(
        () -> fixture.dialer.runOnce().orders(),
        () -> races.enter(null, "erika"),
        (dialed, entry) -> {
          assertThat(dialed.get()).isEqualTo(1);
          assertThat(entry.get()).isEqualTo(201);
        });

    races.assertStopped(order);
  }

  @Test
  void suppressionAfterAcceptanceEndsTheOrder() throws Exception {
    races.inThisOrder(
        () -> tenant.anOrder().forSubject("erika").toPhone(phone).place(),
        () -> races.enter(phone, null),
        (order, entry) -> {
          assertThat(entry.get()).isEqualTo(201);
          races.assertSuppressed(order.get());
          assertThat(order.get().eventTypes())
              .containsExactly(
                  "call_order.accepted", "call_order.scheduled", "call_order.canceled");
        });
  }

  @Test
  void orderAfterSuppressionIsRefused() throws Exception {
    races.inThisOrder(
        () -> races.enter(phone, null),
        () -> tenant.anOrder().forSubject("erika").toPhone(phone).place(),
        (entry, order) -> {
          assertThat(entry.get()).isEqualTo(201);
          assertThat(refusal(order)).isEqualTo(ProblemCode.SUBJECT_SUPPRESSED);
        });
  }

  private static ProblemCode refusal(Future<?> refused) throws InterruptedException {
    try {
      throw new AssertionError(refused.get());
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      return ((ProblemException) (cause instanceof ProblemException ? cause : cause.getCause()))
          .problem()
          .code();
    }
  }

  @Test
  void phoneSuppressionDoesNotWaitForLockedSubjects() throws Exception {
    PlacedOrder order = races.planned("erika", phone);
    try (HeldLocks _ = tenant.holdSubject("erika")) {
      assertThat(new TestClient(fixture, tenant.id()).suppress(phone, null).status())
          .isEqualTo(201);
      assertThat(tenant.suppressions()).isEqualTo(1);
      assertThat(order.status()).isEqualTo("scheduled");
    }
    fixture.enforceSuppressions();
    races.assertSuppressed(order);
  }

  @Test
  void suppressionsOfSharedSubjectsDoNotDeadlock() throws Exception {
    String other = MagicLine.BUSY.number(1);
    PlacedOrder first = races.planned("erika", phone, other);
    PlacedOrder second = races.planned("max", other, phone);

    races.inThisOrder(
        () -> races.enter(phone, null),
        () -> races.enter(other, null),
        (one, two) -> {
          assertThat(one.get()).isEqualTo(201);
          assertThat(two.get()).isEqualTo(201);
        });

    races.assertSuppressed(first);
    races.assertSuppressed(second);
  }

  @Test
  void orderContinuesWithAnotherPhone() {
    String other = MagicLine.BUSY.number(1);
    PlacedOrder order = races.planned("erika", phone, other);

    races.enter(phone, null);
    assertThat(order.status()).isEqualTo("scheduled");
    fixture.dialDue();

    assertThat(gateway.placed).extracting(call -> call.to().e164()).containsExactly(other);
  }

  @Test
  void callToAnotherPhoneContinues() {
    String other = MagicLine.BUSY.number(1);
    PlacedOrder order = races.planned("erika", phone, other);
    fixture.dialDue();

    races.enter(other, null);
    fixture.reconciler.runOnce();

    assertThat(gateway.stopRequests).isEmpty();
    assertThat(order.status()).isEqualTo("dialing");
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.CARRIER_FAULT));
    assertThat(order.status()).isEqualTo("scheduled");
  }

  @Test
  void ringingCallToThePhoneEndsItsOrder() {
    PlacedOrder order = races.planned("erika", phone, MagicLine.BUSY.number(1));
    fixture.dialDue();
    assertThat(gateway.placed).extracting(call -> call.to().e164()).containsExactly(phone);

    races.enter(phone, null);

    races.assertStopped(order);
  }

  @Test
  void orderWithoutUsablePhoneEnds() {
    String other = MagicLine.BUSY.number(1);
    PlacedOrder order = races.planned("erika", other, phone);
    fixture.dialDue();
    fixture.receive(gateway.ended(order.attempt(), Disposition.FAILED, Cause.NUMBER_INVALID));
    assertThat(order.status()).isEqualTo("scheduled");

    races.enter(phone, null);

    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("suppressed");
  }

  @Test
  void objectionEndsOrdersOfOtherSubjectsForThePhone() {
    PlacedOrder objecting = races.planned("erika", phone);
    fixture.dialDue();
    fixture.receive(gateway.answered(objecting.attempt()));
    PlacedOrder onlyThat = races.planned("max", phone);
    PlacedOrder another = races.planned("moritz", phone, MagicLine.BUSY.number(1));

    fixture.receive(gateway.objection(objecting.attempt()));

    races.assertSuppressed(onlyThat);
    assertThat(another.status()).isEqualTo("scheduled");
    assertThat(objecting.status()).isEqualTo("in_progress");
  }

  @Test
  void objectionDoesNotWaitForOtherSubjectsOfThePhone() throws Exception {
    PlacedOrder objecting = races.planned("erika", phone);
    fixture.dialDue();
    fixture.receive(gateway.answered(objecting.attempt()));
    PlacedOrder shared = races.planned("max", phone);
    try (HeldLocks _ = tenant.holdSubject("max")) {
      fixture.store(gateway.objection(objecting.attempt()));
      assertThat(tenant.suppressions()).isEqualTo(1);
    }
    fixture.enforceSuppressions();

    races.assertSuppressed(shared);
  }
}
