package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Transaction;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Races of a suppression with other work on its phone and subject. */
class SuppressionEnforcerTest {
  private static final String ENTRIES_TO_ENFORCE = "SELECT count(*) FROM suppression_enforcement";

  private static final String WAITERS_FOR_EVENTS =
      "SELECT count(*) FROM pg_locks WHERE relation = 'event'::regclass AND NOT granted";
  private static final String WAITERS_FOR_LOCKS =
      "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
          + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final String phone = MagicLine.BUSY.number(0);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void close() {
    threads.shutdownNow();
    fixture.close();
  }

  /** Creates a suppression with the operation; returns the HTTP status. */
  private int enter(String phone, String reference) {
    return new TestClient(fixture, tenant.id()).suppressAndEnforce(phone, reference).status();
  }

  private PlacedOrder planned(String subject, String... phones) {
    OrderDraft draft = tenant.anOrder().forSubject(subject);
    for (String each : phones) {
      draft.toPhone(each);
    }
    PlacedOrder order = draft.place();
    fixture.planner.runOnce();
    return order;
  }

  /** A batch that meets a lock is retried. */
  private void assertSuppressed(PlacedOrder order) {
    Await.until(
        "the entries are enforced",
        () -> {
          fixture.enforceSuppressions();
          return count(ENTRIES_TO_ENFORCE) == 0;
        });
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("suppressed");
    assertThat(gateway.placed).extracting(PlaceCall::orderId).doesNotContain(order.id());
  }

  /** Runs the first task until it writes events, holding all of its locks, then the second. */
  private <A, B> void inThisOrder(Callable<A> first, Callable<B> second, Outcomes<A, B> check)
      throws Exception {
    PgConnection gate =
        PgConnection.connect(fixture.vertx, DialFixture.options(fixture.testDatabase.owner()))
            .await();
    Transaction held = gate.begin().await();
    gate.query("LOCK TABLE event IN EXCLUSIVE MODE").execute().await();
    Future<A> one;
    Future<B> other;
    try {
      one = threads.submit(first);
      Await.until("the first is about to end", () -> count(WAITERS_FOR_EVENTS) > 0);
      Future<B> started = threads.submit(second);
      other = started;
      Await.until(
          "the second waits or is done",
          () -> started.isDone() || count(WAITERS_FOR_LOCKS) > 0 || count(WAITERS_FOR_EVENTS) > 1);
    } finally {
      held.commit().await();
      gate.close().await();
    }
    check.verify(one, other);
  }

  private interface Outcomes<A, B> {
    void verify(Future<A> first, Future<B> second) throws Exception;
  }

  private long count(String statement) {
    return fixture.query(statement).getFirst().getLong(0);
  }

  @Test
  void phoneSuppressionBeforeDialPreventsIt() throws Exception {
    PlacedOrder order = planned("erika", phone);

    inThisOrder(
        () -> enter(phone, null),
        fixture.dialer::runOnce,
        (entry, dialed) -> {
          assertThat(entry.get()).isEqualTo(201);
          assertThat(dialed.get()).isZero();
        });

    fixture.dialer.runOnce();
    assertSuppressed(order);
  }

  @Test
  void subjectSuppressionBeforeDialPreventsIt() throws Exception {
    PlacedOrder order = planned("erika", phone);

    inThisOrder(
        () -> enter(null, "erika"),
        fixture.dialer::runOnce,
        (entry, dialed) -> {
          assertThat(entry.get()).isEqualTo(201);
          assertThat(dialed.get()).isZero();
        });

    fixture.dialer.runOnce();
    assertSuppressed(order);
  }

  @Test
  void phoneSuppressionAfterDialStopsTheCall() throws Exception {
    PlacedOrder order = planned("erika", phone);

    inThisOrder(
        fixture.dialer::runOnce,
        () -> enter(phone, null),
        (dialed, entry) -> {
          assertThat(dialed.get()).isEqualTo(1);
          assertThat(entry.get()).isEqualTo(201);
        });

    assertStopped(order);
  }

  @Test
  void subjectSuppressionAfterDialStopsTheCall() throws Exception {
    PlacedOrder order = planned("erika", phone);

    inThisOrder(
        fixture.dialer::runOnce,
        () -> enter(null, "erika"),
        (dialed, entry) -> {
          assertThat(dialed.get()).isEqualTo(1);
          assertThat(entry.get()).isEqualTo(201);
        });

    assertStopped(order);
  }

  private void assertStopped(PlacedOrder order) {
    assertThat(order.status()).isEqualTo("dialing");
    fixture.inboxProcessor.runOnce();
    fixture.reconciler.runOnce();
    assertThat(gateway.stopRequests).containsExactly(order.attempt());
    fixture.receive(gateway.ended(order.attempt(), Disposition.CANCELED, Cause.STOPPED));
    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("suppressed");
    fixture.dialDue();
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void suppressionAfterAcceptanceEndsTheOrder() throws Exception {
    inThisOrder(
        () -> tenant.anOrder().forSubject("erika").toPhone(phone).place(),
        () -> enter(phone, null),
        (order, entry) -> {
          assertThat(entry.get()).isEqualTo(201);
          assertSuppressed(order.get());
          assertThat(order.get().eventTypes())
              .containsExactly("call_order.accepted", "call_order.canceled");
        });
  }

  @Test
  void orderAfterSuppressionIsRefused() throws Exception {
    inThisOrder(
        () -> enter(phone, null),
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
    PlacedOrder order = planned("erika", phone);
    try (HeldLocks _ = tenant.holdSubject("erika")) {
      assertThat(new TestClient(fixture, tenant.id()).suppress(phone, null).status())
          .isEqualTo(201);
      assertThat(tenant.suppressions()).isEqualTo(1);
      assertThat(order.status()).isEqualTo("scheduled");
    }
    fixture.enforceSuppressions();
    assertSuppressed(order);
  }

  @Test
  void suppressionsOfSharedSubjectsDoNotDeadlock() throws Exception {
    String other = MagicLine.BUSY.number(1);
    PlacedOrder first = planned("erika", phone, other);
    PlacedOrder second = planned("max", other, phone);

    inThisOrder(
        () -> enter(phone, null),
        () -> enter(other, null),
        (one, two) -> {
          assertThat(one.get()).isEqualTo(201);
          assertThat(two.get()).isEqualTo(201);
        });

    assertSuppressed(first);
    assertSuppressed(second);
  }

  @Test
  void orderContinuesWithAnotherPhone() {
    String other = MagicLine.BUSY.number(1);
    PlacedOrder order = planned("erika", phone, other);

    enter(phone, null);
    assertThat(order.status()).isEqualTo("scheduled");
    fixture.dialDue();

    assertThat(gateway.placed).extracting(call -> call.to().e164()).containsExactly(other);
  }

  @Test
  void callToAnotherPhoneContinues() {
    String other = MagicLine.BUSY.number(1);
    PlacedOrder order = planned("erika", phone, other);
    fixture.dialDue();

    enter(other, null);
    fixture.reconciler.runOnce();

    assertThat(gateway.stopRequests).isEmpty();
    assertThat(order.status()).isEqualTo("dialing");
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.CARRIER_FAULT));
    assertThat(order.status()).isEqualTo("scheduled");
  }

  @Test
  void ringingCallToThePhoneEndsItsOrder() {
    PlacedOrder order = planned("erika", phone, MagicLine.BUSY.number(1));
    fixture.dialDue();
    assertThat(gateway.placed).extracting(call -> call.to().e164()).containsExactly(phone);

    enter(phone, null);

    assertStopped(order);
  }

  @Test
  void orderWithoutUsablePhoneEnds() {
    String other = MagicLine.BUSY.number(1);
    PlacedOrder order = planned("erika", other, phone);
    fixture.dialDue();
    fixture.receive(gateway.ended(order.attempt(), Disposition.FAILED, Cause.NUMBER_INVALID));
    assertThat(order.status()).isEqualTo("scheduled");

    enter(phone, null);

    assertThat(order.status()).isEqualTo("canceled");
    assertThat(order.summary()).isEqualTo("suppressed");
  }

  @Test
  void objectionEndsOrdersOfOtherSubjectsForThePhone() {
    PlacedOrder objecting = planned("erika", phone);
    fixture.dialDue();
    fixture.receive(gateway.answered(objecting.attempt()));
    PlacedOrder onlyThat = planned("max", phone);
    PlacedOrder another = planned("moritz", phone, MagicLine.BUSY.number(1));

    fixture.receive(gateway.objection(objecting.attempt()));

    assertSuppressed(onlyThat);
    assertThat(another.status()).isEqualTo("scheduled");
    assertThat(objecting.status()).isEqualTo("in_progress");
  }

  @Test
  void objectionDoesNotWaitForOtherSubjectsOfThePhone() throws Exception {
    PlacedOrder objecting = planned("erika", phone);
    fixture.dialDue();
    fixture.receive(gateway.answered(objecting.attempt()));
    PlacedOrder shared = planned("max", phone);
    try (HeldLocks _ = tenant.holdSubject("max")) {
      fixture.store(gateway.objection(objecting.attempt()));
      assertThat(tenant.suppressions()).isEqualTo(1);
    }
    fixture.enforceSuppressions();

    assertSuppressed(shared);
  }
}
