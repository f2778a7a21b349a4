package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Await;
import eu.callorders.server.database.ConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Transaction;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Suppressions during dialing and acceptance, one of them holding its locks. */
final class SuppressionRaces implements AutoCloseable {
  private static final String ENTRIES_TO_ENFORCE = "SELECT count(*) FROM suppression_enforcement";
  private static final String WAITERS_FOR_EVENTS =
      "SELECT count(*) FROM pg_locks WHERE relation = 'event'::regclass AND NOT granted";
  private static final String WAITERS_FOR_LOCKS =
      "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
          + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

  final ScriptedGateway gateway = new ScriptedGateway();
  final DialFixture fixture = DialFixture.withGateway(gateway);
  final TestTenant tenant = fixture.tenant();
  final String phone = MagicLine.BUSY.number(0);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @Override
  public void close() {
    threads.shutdownNow();
    fixture.close();
  }

  /** Creates a suppression with the operation; returns the HTTP status. */
  int enter(String phone, String reference) {
    return new TestClient(fixture, tenant.id()).suppressAndEnforce(phone, reference).status();
  }

  PlacedOrder planned(String subject, String... phones) {
    OrderDraft draft = tenant.anOrder().forSubject(subject);
    for (String each : phones) {
      draft.toPhone(each);
    }
    PlacedOrder order = draft.place();
    fixture.planner.runOnce();
    return order;
  }

  /** A batch that meets a lock is retried. */
  void assertSuppressed(PlacedOrder order) {
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
  <A, B> void inThisOrder(Callable<A> first, Callable<B> second, Outcomes<A, B> check)
      throws Exception {
    PgConnection gate =
        PgConnection.connect(fixture.vertx, ConnectOptions.to(fixture.testDatabase.owner()))
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

  interface Outcomes<A, B> {
    void verify(Future<A> first, Future<B> second) throws Exception;
  }

  long count(String statement) {
    return fixture.query(statement).getFirst().getLong(0);
  }

  void assertStopped(PlacedOrder order) {
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
}
