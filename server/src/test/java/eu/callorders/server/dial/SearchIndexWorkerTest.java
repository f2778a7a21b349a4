package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.SettableClock;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Locks;
import eu.callorders.server.erasure.ErasureWorker;
import eu.callorders.server.erasure.RetentionCleaner;
import eu.callorders.server.search.SearchIndexWorker;
import eu.callorders.server.search.SearchKind;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which orders and enrollments the index contains, and its races with redactions. */
@Tag("long")
class SearchIndexWorkerTest {
  private static final Duration LATEST_COMMIT = Duration.ofMinutes(2);

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final ErasureDriver erasing = new ErasureDriver(fixture, tenant);
  private final SettableClock clock =
      new SettableClock(InstantSource.system().instant().truncatedTo(ChronoUnit.MILLIS));
  private final SearchIndexWorker worker = worker(SearchKind.ORDER);

  private SearchIndexWorker worker(SearchKind kind) {
    return new SearchIndexWorker(fixture.database, kind, clock);
  }

  @Test
  void indexesNewOrderOnce() {
    PlacedOrder order = place("erika");

    assertThat(worker.runOnce()).isFalse();
    assertThat(worker.runOnce()).isFalse();

    assertThat(indexed()).containsExactly(order.id());
    assertThat(trigrams()).isEqualTo(1);
    assertThat(fixture.query("SELECT text, phones FROM search_text").getFirst().getString("text"))
        .startsWith("erika");
  }

  @Test
  void indexesOrderWhoseCommitIsLate() throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks stop = HeldLocks.ofTable(fixture.vertx, fixture.testDatabase, "event")) {
      Future<PlacedOrder> late = threads.submit(() -> place("erika"));
      stop.awaitWaiter();
      clock.advance(Duration.ofMinutes(1));
      worker.runOnce();
      stop.release();
      PlacedOrder order = late.get();
      worker.runOnce();
      assertThat(indexed()).as("the first pass begins after it").isEmpty();

      clock.advance(LATEST_COMMIT);
      worker.runOnce();

      assertThat(indexed()).containsExactly(order.id());
    }
  }

  @Test
  void indexesExistingDatabaseInBatchesAcrossRestarts() {
    List<UUID> orders =
        IntStream.range(0, 201).mapToObj(number -> place("person-" + number).id()).toList();
    clock.advance(Duration.ofDays(1));

    assertThat(worker.runOnce()).isTrue();
    assertThat(indexed()).hasSize(200);
    assertThat(worker(SearchKind.ORDER).runOnce()).isFalse();

    assertThat(indexed()).containsExactlyInAnyOrderElementsOf(orders);
    clock.advance(Duration.ofDays(1));
    assertThat(worker(SearchKind.ORDER).runOnce()).isFalse();
    assertThat(trigrams()).isEqualTo(orders.size());
  }

  @Test
  void lagIsTheAgeOfTheOldestWaitingOrder() {
    IntStream.range(0, 201).forEach(number -> place("person-" + number));
    clock.advance(Duration.ofDays(1));

    worker.runOnce();
    assertThat(worker.lag()).isBetween(Duration.ofHours(23), Duration.ofDays(1));
    worker.runOnce();

    assertThat(worker.lag()).isZero();
    clock.advance(Duration.ofSeconds(5));
    assertThat(worker.lag()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void passesNoOrderWhoseSubjectIsLocked() {
    PlacedOrder first = place("max");
    PlacedOrder locked = place("erika");
    PlacedOrder last = place("otto");
    clock.advance(Duration.ofDays(1));
    try (HeldLocks _ = tenant.holdSubject("erika")) {
      worker.runOnce();
      assertThat(indexed()).containsExactlyInAnyOrder(first.id(), last.id());
    }

    worker(SearchKind.ORDER).runOnce();

    assertThat(indexed()).containsExactlyInAnyOrder(first.id(), locked.id(), last.id());
  }

  @Test
  void onlyOneNodeIndexes() {
    place("erika");
    try (HeldLocks _ =
        HeldLocks.of(fixture.vertx, fixture.testDatabase, Locks.searchIndex("order"))) {
      assertThat(worker.runOnce()).isFalse();
      assertThat(indexed()).isEmpty();
    }

    worker.runOnce();

    assertThat(indexed()).hasSize(1);
  }

  @Test
  void unreadableOrderDoesNotStopOthers() {
    PlacedOrder broken = place("erika");
    PlacedOrder sound = place("max");
    fixture.query(
        "UPDATE call_order_body SET document = '{\"contacts\": [{\"channel\": \"phone\"}]}'"
            + " WHERE order_id = $1 RETURNING order_id",
        broken.id());

    worker.runOnce();
    worker.runOnce();

    assertThat(indexed()).containsExactly(sound.id());
    assertThat(fixture.query("SELECT item_id FROM failed_work").getFirst().getString(0))
        .isEqualTo(broken.id().toString());
  }

  @Test
  void orderIndexedBeforeErasureIsDeleted() throws Exception {
    PlacedOrder order = place("erika");

    Race<Boolean, UUID> race =
        fixture.raceAt("search_text", worker::runOnce, () -> erasing.request("erika"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(indexed()).containsExactly(order.id());
    erasing.finish();
    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(indexed()).isEmpty();
    assertThat(trigrams()).isZero();
  }

  @Test
  void orderIsNotIndexedDuringErasure() throws Exception {
    PlacedOrder order = place("erika");
    erasing.request("erika");
    ErasureWorker eraser = erasing.worker();

    Race<Boolean, Boolean> race = fixture.raceAt("search_text", eraser::runOnce, worker::runOnce);

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(ErasureDriver.redacted(order)).isTrue();
    worker.runOnce();
    assertThat(indexed()).isEmpty();
  }

  /** The order was read before its redaction and is locked afterwards. */
  @Test
  void orderErasedBeforeTheLockIsNotIndexed() throws Exception {
    PlacedOrder order = place("erika");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks stop =
            HeldLocks.ofWholeTable(fixture.vertx, fixture.testDatabase, "search_cursor")) {
      Future<Boolean> round = threads.submit(worker::runOnce);
      stop.awaitWaiter();
      erasing.request("erika");
      erasing.finish();
      assertThat(ErasureDriver.redacted(order)).isTrue();
      stop.release();
      round.get();
    }

    assertThat(indexed()).isEmpty();
    assertThat(trigrams()).isZero();
  }

  @Test
  void retentionDeletesFromTheIndex() {
    PlacedOrder order = place("erika");
    PlacedOrder open = place("max");
    worker.runOnce();
    fixture.change(tenant.id(), before -> TestTenants.keeping(before, 1));
    fixture.orders.change(order, new OrderCommand.Cancel(null));
    tenant.age(Duration.ofDays(32));

    new RetentionCleaner(
            fixture.database,
            new AuditLog(InstantSource.system(), new Random(6)),
            InstantSource.system())
        .runOnce();

    assertThat(ErasureDriver.redacted(order)).isTrue();
    assertThat(indexed()).containsExactly(open.id());
    assertThat(trigrams()).isEqualTo(1);
  }

  @Test
  void erasureDeletesEnrollment() {
    TestSequence sequence = TestSequence.of(tenant, TestSequence.TWO_CALLS);
    TestEnrollment enrollment =
        sequence.enroll(tenant.anOrder().forSubject("erika").to(MagicLine.BUSY));
    SearchIndexWorker enrollments = worker(SearchKind.ENROLLMENT);
    enrollments.runOnce();
    assertThat(indexed()).containsExactly(enrollment.id());

    erasing.request("erika");
    erasing.finish();
    enrollments.runOnce();

    assertThat(indexed()).isEmpty();
    assertThat(trigrams()).isZero();
  }

  @Test
  void indexesSubjectDataThatComesAfterTheEnrollment() {
    TestSequence sequence = TestSequence.of(tenant, TestSequence.TWO_CALLS);
    OrderDraft draft = tenant.anOrder().forSubject("erika").toPhone("+493023125021");
    UUID enrollment = sequence.signal(sequence.trigger(), "erika", null).getFirst().enrollmentId();
    worker(SearchKind.ENROLLMENT).runOnce();
    assertThat(phones()).isEmpty();

    ObjectNode data = TestSequence.subjectData(draft);
    sequence.recordSubjectData(data);
    fixture.engine.runOnce();

    assertThat(indexed()).contains(enrollment);
    assertThat(phones()).isEqualTo("493023125021\n");
    assertThat(trigrams()).isEqualTo(indexed().size());
  }

  @Test
  void keepsSubjectDataThatComesBeforeTheLock() throws Exception {
    TestSequence sequence = TestSequence.of(tenant, TestSequence.TWO_CALLS);
    OrderDraft draft = tenant.anOrder().forSubject("erika").toPhone("+493023125021");
    sequence.signal(sequence.trigger(), "erika", null);
    sequence.recordSubjectData(TestSequence.subjectData(draft));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks stop =
            HeldLocks.ofWholeTable(fixture.vertx, fixture.testDatabase, "search_cursor")) {
      Future<Boolean> round = threads.submit(worker(SearchKind.ENROLLMENT)::runOnce);
      stop.awaitWaiter();
      fixture.engine.runOnce();
      stop.release();
      round.get();
    }

    assertThat(phones()).isEqualTo("493023125021\n");
    assertThat(fixture.query("SELECT FROM failed_work")).isEmpty();
  }

  private PlacedOrder place(String subject) {
    return tenant.anOrder().forSubject(subject).toPhone(MagicLine.BUSY.number(0)).place();
  }

  private List<UUID> indexed() {
    return fixture.query("SELECT id FROM search_text").stream().map(row -> row.getUUID(0)).toList();
  }

  private String phones() {
    return fixture
        .query("SELECT phones FROM search_text WHERE kind = 'enrollment'")
        .getFirst()
        .getString(0);
  }

  private int trigrams() {
    return fixture.query("SELECT FROM search_trigram").size();
  }
}
