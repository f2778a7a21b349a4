package eu.callorders.server.dial;

import static eu.callorders.server.dial.UnknownCallsFixture.newId;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.database.Locks;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Many unknown calls are recorded in one transaction, and each as if it were alone. */
class UnknownCallBatchTest {
  private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final DialHouse house = calls.house;
  private final TestTenant tenant = calls.tenant;
  private final UnknownCallProcessor processor = calls.processor;

  @AfterEach
  void close() {
    calls.close();
  }

  @Test
  void recordsAtMostTwoHundredCallsInATransaction() {
    tellBusy(250);

    processor.runOnce();
    processor.runOnce();

    assertThat(callsOfTransactions()).containsExactly(50, 200);
    assertThat(tenant.dials()).isEqualTo(250);
    assertThat(calls.unknownCalls()).isEmpty();
  }

  @Test
  void recordsTheOthersOfABatchWhenACallInItsMiddleCannotBeRecorded() throws SQLException {
    List<UUID> told = tellBusy(40);
    UUID failing = told.stream().sorted(Comparator.comparing(UUID::toString)).toList().get(20);
    refuse(failing);

    processor.runOnce();

    assertThat(calls.unknownCalls()).containsExactly(failing);
    assertThat(recorded()).hasSize(39).doesNotContain(failing);
    assertThat(tenant.dials()).isEqualTo(39);
    assertThat(failures()).containsExactly(1);
  }

  @Test
  void triesACallThatHasFailedAlone() throws SQLException {
    UUID failing = tellBusy(1).getFirst();
    refuse(failing);
    processor.runOnce();
    tellBusy(10);
    house.query("UPDATE unknown_call SET next_run_at = now() RETURNING attempt_id");

    processor.runOnce();

    assertThat(calls.unknownCalls()).containsExactly(failing);
    assertThat(failures()).containsExactly(2);
    assertThat(callsOfTransactions().stream().mapToInt(each -> each).sum()).isEqualTo(10);
    assertThat(callsOfTransactions())
        .hasSizeLessThanOrEqualTo(2); // before and after the failed one
  }

  @Test
  void recordsEachCallOnceThoughTheSamePageIsReadTwice() {
    List<GatewayNews> page = new ArrayList<>();
    PlacedOrder order = tenant.anOrder().of("erika").to(Line.BUSY).attempts(1).placed();
    UUID known = AttemptIds.of(order.id(), 1);
    page.addAll(List.of(calls.accepted(known, order), calls.busy(known)));
    for (int i = 0; i < 5; i++) {
      page.addAll(busy(AttemptIds.of(newId(), 1), "person-" + i));
    }
    house.tell(page.toArray(GatewayNews[]::new));
    processor.runOnce();
    List<String> once = calls.attempts();

    house.tell(page.toArray(GatewayNews[]::new));
    processor.runOnce();

    assertThat(once).hasSize(6);
    assertThat(calls.attempts()).containsExactlyInAnyOrderElementsOf(once);
    assertThat(tenant.dials()).isEqualTo(6);
    assertThat(calls.unknownCalls()).isEmpty();
    assertThat(order.summary()).isEqualTo("no_contact");
  }

  @Test
  void recordsEachCallOnceThoughTheServerEndsTheTransactionOfTheBatch() {
    tellBusy(20);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks events = HeldLocks.ofTable(house.vertx, house.testDatabase, "event")) {
      CompletableFuture<?> round = CompletableFuture.supplyAsync(processor::runOnce, threads);
      events.kill(events.awaitWaiter());
      events.release();
      round.join();
    }

    assertThat(recorded()).hasSize(20);
    assertThat(tenant.dials()).isEqualTo(20);
    assertThat(calls.unknownCalls()).isEmpty();
  }

  @Test
  void recordsTheCallsOfOnePersonAndOfOneNumberInTheirOrder() {
    PlacedOrder order = tenant.anOrder().of("erika").to(Line.BUSY).attempts(2).placed();
    UUID first = AttemptIds.of(order.id(), 1);
    UUID second = AttemptIds.of(order.id(), 2);
    UUID other = AttemptIds.of(newId(), 1);
    UUID samePerson = AttemptIds.of(newId(), 1);
    UUID samePersonLater = AttemptIds.of(newId(), 1);
    house.tell(
        calls.accepted(samePerson, newId(), tenant.newNumber(Line.BUSY), "erika"),
        calls.busy(samePerson),
        calls.accepted(samePersonLater, newId(), tenant.newNumber(Line.BUSY), "erika"),
        calls.busy(samePersonLater),
        calls.accepted(second, order),
        calls.busy(second),
        calls.accepted(first, order),
        calls.busy(first),
        calls.accepted(other, newId(), calls.phone(order), "otto"),
        calls.busy(other));

    processor.runOnce();

    assertThat(order.attempts())
        .extracting(each -> each.id() + " " + each.attempt().number())
        .containsExactly(first + " 1", second + " 2");
    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(callsOfTransactions()).containsExactly(5);
  }

  @Test
  void recordsNoLaterCallOfAPersonBeforeOneThatIsWorkedOnAlone() {
    UUID goneOrder = newId();
    UUID objected = AttemptIds.of(goneOrder, 1);
    UUID later = AttemptIds.of(goneOrder, 2);
    String phone = tenant.newNumber(Line.BUSY);
    house.tell(
        calls.accepted(objected, goneOrder, phone, "erika"),
        calls.gateway.objected(objected),
        calls.spoken(objected),
        calls.accepted(later, goneOrder, phone, "erika"),
        calls.busy(later));
    tellBusy(3);

    processor.runOnce();

    assertThat(
            house.query(
                "SELECT id FROM call_attempt WHERE order_id = $1 ORDER BY number", goneOrder))
        .extracting(row -> row.getUUID(0))
        .containsExactly(objected, later);
    assertThat(calls.entries()).containsExactly(phone + " erika");
  }

  @Test
  void keepsNewsOfACallThatComesWhileItsBatchIsRecorded() throws Exception {
    UUID lost = tellBusy(3).getFirst();
    Race<?, ?> race =
        house.raceAt(
            "event",
            processor::runOnce,
            () -> {
              house.store(calls.gateway.objected(lost));
              return true;
            });
    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);

    processor.runOnce();
    house.inboxWork.runOnce();

    assertThat(calls.entries()).hasSize(1);
  }

  @Test
  void locksAllPersonsBeforeTheCallsAndThoseBeforeTheChannels() {
    UUID last = tellBusy(5).getLast();
    String person = Locks.person(tenant.id(), "person-3");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks held = HeldLocks.of(house.vertx, house.testDatabase, person)) {
      CompletableFuture<?> round = CompletableFuture.supplyAsync(processor::runOnce, threads);
      int waiting = held.awaitWaiter();
      try (HeldLocks row = HeldLocks.ofRows(house.vertx, house.testDatabase, rowOf(last))) {
        held.release();

        assertThat(row.awaitWaiter()).isEqualTo(waiting);
        assertThat(isFree(Locks.person(tenant.id(), "person-0"))).isFalse();
        assertThat(isFree(Locks.channels(tenant.id()))).isTrue();
      }
      round.join();
    }

    assertThat(recorded()).hasSize(5);
  }

  /** Does not wait: nobody has the row while the batch waits for a person. */
  private static String rowOf(UUID call) {
    return "SELECT FROM unknown_call WHERE attempt_id = '%s' FOR UPDATE NOWAIT".formatted(call);
  }

  @Test
  void waitsForADialOfItsTenantWithoutAnAttempt() throws Exception {
    PlacedOrder due = tenant.anOrder().of("otto").to(Line.BUSY).placed();
    house.planner.runOnce();
    UUID lost = AttemptIds.of(newId(), 1);
    house.tell(calls.accepted(lost, newId(), calls.phone(due), "erika"), calls.busy(lost));
    tellBusy(3);

    Race<?, ?> race = house.raceAt("call_attempt", house.dialer::runOnce, processor::runOnce);
    house.tell(calls.busy(due.attempt()));
    house.query("UPDATE unknown_call SET next_run_at = now() RETURNING attempt_id");
    processor.runOnce();

    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);
    assertThat(recorded()).hasSize(5).contains(lost);
  }

  @Test
  void letsADialOfItsTenantWaitThatMeetsTheNumberBusy() throws Exception {
    PlacedOrder due = tenant.anOrder().of("otto").to(Line.BUSY).placed();
    house.planner.runOnce();
    house.tell(
        acceptedYesterday("erika", calls.phone(due)),
        acceptedYesterday("emil", tenant.newNumber(Line.BUSY)));

    Race<?, ?> race = house.raceAt("call_attempt", processor::runOnce, house.dialer::runOnce);

    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);
    assertThat(recorded()).hasSize(2);
    assertThat(calls.gateway.placed).isEmpty();
    assertThat(due.status()).isEqualTo("scheduled");
  }

  /** A call without an end, which counts as a dial of another day than those of now. */
  private GatewayNews acceptedYesterday(String person, String phone) {
    UUID attempt = AttemptIds.of(newId(), 1);
    Instant at = Instant.now().truncatedTo(ChronoUnit.MILLIS).minus(1, ChronoUnit.DAYS);
    GatewayEvent.Header header = calls.gateway.header(attempt);
    CallContext context = new CallContext(person, UUID.randomUUID());
    CallOrigin origin =
        new CallOrigin(
            calls.deployment, UUID.randomUUID(), calls.contexts.encrypt(attempt, context));
    return new GatewayNews.Told(
        new GatewayEvent.Accepted(
            new GatewayEvent.Header(
                header.eventId(), attempt, header.gatewayRef(), header.sequence(), at),
            new Facts(newId(), tenant.id(), phone, 1, at, origin)));
  }

  /** Tells calls of gone orders, each of a person and a number of its own; answers which. */
  private List<UUID> tellBusy(int count) {
    List<UUID> told = new ArrayList<>();
    List<GatewayNews> news = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      UUID attempt = AttemptIds.of(newId(), 1);
      told.add(attempt);
      news.addAll(busy(attempt, "person-" + i));
    }
    for (int from = 0; from < news.size(); from += 100) {
      house.tell(news.subList(from, Math.min(from + 100, news.size())).toArray(GatewayNews[]::new));
    }
    return told;
  }

  private List<GatewayNews> busy(UUID attempt, String person) {
    GatewayNews accepted = calls.accepted(attempt, newId(), tenant.newNumber(Line.BUSY), person);
    return List.of(accepted, calls.busy(attempt));
  }

  /** How many attempts each transaction has written, the fewest first. */
  private List<Integer> callsOfTransactions() {
    return house
        .query("SELECT count(*)::int FROM call_attempt GROUP BY xmin::text ORDER BY 1")
        .stream()
        .map(row -> row.getInteger(0))
        .toList();
  }

  private List<UUID> recorded() {
    return house.query("SELECT id FROM call_attempt").stream().map(row -> row.getUUID(0)).toList();
  }

  private List<Integer> failures() {
    return house.query("SELECT failures FROM unknown_call").stream()
        .map(row -> row.getInteger(0))
        .toList();
  }

  private boolean isFree(String lock) {
    return house
        .database
        .asWorker(connection -> Locks.tryTake(connection, Set.of(lock)))
        .await()
        .contains(lock);
  }

  /** Whatever inserts this attempt fails. */
  private void refuse(UUID attempt) throws SQLException {
    try (Connection connection = house.testDatabase.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            RAISE EXCEPTION 'refused' USING ERRCODE = 'P0001';
          END $$;
          CREATE TRIGGER refuse BEFORE INSERT ON call_attempt
            FOR EACH ROW WHEN (NEW.id = '%s') EXECUTE FUNCTION refuse()
          """
              .formatted(attempt));
    }
  }
}
