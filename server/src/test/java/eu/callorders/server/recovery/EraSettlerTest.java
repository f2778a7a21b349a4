package eu.callorders.server.recovery;

import static eu.callorders.server.TestNode.await;
import static eu.callorders.server.TestNode.failure;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.event.EventType;
import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.database.Locks;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database copied from a template differs from the instance in its era table. */
class EraSettlerTest {
  static final String TENANT =
      """
      INSERT INTO tenant
        (id, name, default_locale, timezone, verification_mode, calling_hours,
         max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
         max_open_orders, transcript_mode, transcript_retention, recording_retention,
         result_months, sequences_enabled)
      VALUES ('00000000-0000-7000-8000-000000000001', 'Tenant', 'de-DE', 'Europe/Berlin',
              'date_of_birth', '{}', 10, 10, 10, 10, 'none', 'P90D', 'P0D', 36, true)
      """;

  static final UUID PLACED = UUID.fromString("00000000-0000-7000-8000-000000000002");

  static final String ATTEMPT =
      """
      INSERT INTO call_attempt (id, tenant_id, order_id, subject_reference, phone, from_number,
        status, intended_at, not_after, contact_day, dial_day, decision, claim_key)
      VALUES ('00000000-0000-7000-8000-000000000002', '00000000-0000-7000-8000-000000000001',
              gen_random_uuid(), 'person', '+493023125098', '+493023125000', 'placing', now(),
              now(), now(), now(), '{}', gen_random_uuid())
      """;

  /** Simulates a server restart: the stored start is earlier. */
  static final String RESTART =
      "UPDATE era SET started = started - interval '1 day'"
          + " WHERE number = (SELECT max(number) FROM era)";

  @TempDir private Path directory;
  private final TestNode node = new TestNode();
  private final SecureRandom random = new SecureRandom();
  private final EventStore events = new EventStore("sandbox", node.clock, random);
  private final PgConnectOptions worker =
      ConnectOptions.to(node.postgres.service()).addProperty("app.worker", "on");

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void haltsDialingInACopy() {
    owner(TENANT);

    await(settler(false).settle());

    assertThat(eras()).isEqualTo(2);
    assertThat(state().halted()).isTrue();
  }

  @Test
  void haltsDialingAfterTheEraTableWasRewritten() {
    EraSettler settler = settler(false);
    await(settler.settle());
    owner(TENANT);
    observe(settler);
    owner("VACUUM FULL era");

    assertThat(DatabaseFailures.isTransient(failure(node.database.asWorker(this::append))))
        .isTrue();
    await(settler.settle());

    assertThat(eras()).isEqualTo(3);
    assertThat(state().halted()).isTrue();
  }

  @Test
  void settlesOnceForManyNodes() {
    owner(TENANT);

    await(Future.all(IntStream.range(0, 8).mapToObj(at -> settler(false).settle()).toList()));

    assertThat(eras()).isEqualTo(2);
  }

  @Test
  void doesNotHaltADatabaseWithoutTenants() {
    await(settler(false).settle());

    assertThat(eras()).isEqualTo(2);
    assertThat(state().halted()).isFalse();
  }

  @Test
  void doesNotHaltANodeWithASimulatedGateway() {
    owner(TENANT);
    await(settler(false).settle());

    await(settler(true).settle());

    assertThat(eras()).isEqualTo(2);
    assertThat(state().halted()).isFalse();
  }

  /** No code waits for the future of settle(): its caller may have timed out. */
  @Test
  void clearsCachesBeforeTheInstanceIsCurrent() {
    Vertx settlerVertx = Vertx.vertx();
    CountDownLatch clearing = new CountDownLatch(1);
    CountDownLatch cleared = new CountDownLatch(1);
    try {
      EraSettler settler = settler(settlerVertx, exemptions(false));
      await(settler.settle());
      node.database.onNewInstance(
          () -> {
            clearing.countDown();
            awaitLatch(cleared);
          });
      node.database.checkInstance(settler);
      owner(RESTART);

      Future<Void> settled = settler.settle();

      awaitLatch(clearing);
      assertThat(isCurrent(settler)).isFalse();
      cleared.countDown();
      await(settled);
      assertThat(isCurrent(settler)).isTrue();
    } finally {
      cleared.countDown();
      await(settlerVertx.close());
    }
  }

  @Test
  void clearsCachesWhenTheGatewayKnowsAHigherEra() {
    AtomicInteger cleared = new AtomicInteger();
    EraSettler settler = settler(false);
    await(settler.settle());
    node.database.onNewInstance(cleared::incrementAndGet);
    node.database.checkInstance(settler);

    await(settler.settleAbove(7));

    assertThat(cleared.get()).isEqualTo(1);
  }

  @Test
  void settlesNothingOnTheServerOfTheNewestEra() {
    EraSettler settler = settler(false);
    await(settler.settle());
    await(settler.settle());

    assertThat(eras()).isEqualTo(2);
  }

  @Test
  void writesNoEventOnAServerWithoutAnEra() {
    owner(TENANT);
    owner(RESTART);

    assertThat(DatabaseFailures.isTransient(failure(node.database.asWorker(this::append))))
        .isTrue();
    assertThat(owner("SELECT FROM event")).isEmpty();

    await(settler(false).settle());
    await(node.database.asWorker(this::append));
    assertThat(erasOfEvents()).containsExactly(1);
  }

  @Test
  void haltsForTheGatewayLogAfterWitnessedRestart() {
    EraSettler settler = settler(false);
    await(settler.settle());
    owner(TENANT);
    observe(settler);
    owner(RESTART);

    await(settler.settle());

    assertThat(eras()).isEqualTo(3);
    assertThat(state().halted()).isTrue();
    assertThat(state().witnessed()).isTrue();
  }

  @Test
  void missingLastAttemptIsNotWitnessed() {
    Exemptions exemptions = exemptions(false);
    EraSettler settler = settler(exemptions);
    await(settler.settle());
    owner(TENANT);
    observe(settler);
    exemptions.recordPlacing(UUID.randomUUID());
    observe(settler);
    owner(RESTART);

    await(settler.settle());

    assertThat(state().halted()).isTrue();
    assertThat(state().witnessed()).isFalse();
  }

  @Test
  void storedLastAttemptIsWitnessed() {
    Exemptions exemptions = exemptions(false);
    EraSettler settler = settler(exemptions);
    await(settler.settle());
    owner(TENANT);
    owner(ATTEMPT);
    observe(settler);
    exemptions.recordPlacing(PLACED);
    owner(RESTART);

    await(settler.settle());

    assertThat(state().witnessed()).isTrue();
  }

  @Test
  void unseenSecondRestartIsNotWitnessed() {
    EraSettler settler = settler(false);
    await(settler.settle());
    owner(TENANT);
    observe(settler);
    owner(RESTART);
    await(settler.settle());
    owner(RESTART);

    await(
        settler(new Exemptions(false, directory.resolve("x"), UUID.randomUUID(), node.clock))
            .settle());

    assertThat(state().halted()).isTrue();
    assertThat(state().witnessed()).isFalse();
  }

  @Test
  void witnessedRestartKeepsTheHaltOfAnOlderEra() {
    owner(TENANT);
    EraSettler settler = settler(false);
    await(settler.settle());
    observe(settler);
    owner(RESTART);

    await(settler.settle());

    assertThat(eras()).isEqualTo(3);
    assertThat(state().halted()).isTrue();
    assertThat(state().witnessed()).isFalse();
  }

  @Test
  void witnessesTheEraOfANodeWithoutEvidence() {
    EraSettler witness = settler(false);
    await(witness.settle());
    owner(TENANT);
    observe(witness);
    owner(RESTART);
    await(settler(false).settle());
    assertThat(state().witnessed()).isFalse();
    boolean current = await(node.database.asWorker(witness::isCurrent));
    assertThat(current).isFalse();

    await(witness.settle());

    assertThat(eras()).isEqualTo(3);
    assertThat(state().witnessed()).isTrue();
  }

  @Test
  void fileOfTheNodeIsAWitness() {
    Exemptions before = exemptions(false);
    EraSettler settler = settler(before);
    await(settler.settle());
    owner(TENANT);
    observe(settler);
    before.write();
    owner(RESTART);

    await(settler(false).settle());

    assertThat(state().witnessed()).isTrue();
  }

  @Test
  void readsTheLastAttemptFromTheFile() {
    Exemptions before = exemptions(false);
    EraSettler settler = settler(before);
    await(settler.settle());
    owner(TENANT);
    observe(settler);
    before.recordPlacing(UUID.randomUUID());
    owner(RESTART);

    await(settler(false).settle());

    assertThat(state().halted()).isTrue();
    assertThat(state().witnessed()).isFalse();
  }

  @Test
  void copyOfTheFileIsNoWitness() throws Exception {
    Exemptions before = exemptions(false);
    EraSettler settler = settler(before);
    await(settler.settle());
    owner(TENANT);
    observe(settler);
    before.write();
    Path copy = directory.resolve("copy");
    Files.copy(directory.resolve("instance.json"), copy);
    owner(RESTART);

    await(settler(new Exemptions(false, copy, UUID.randomUUID(), node.clock)).settle());

    assertThat(state().halted()).isTrue();
    assertThat(state().witnessed()).isFalse();
  }

  @Test
  void liftsTheHaltOfTheNewestEraOnly() {
    owner(TENANT);
    await(settler(false).settle());

    assertThat(lift(0)).isFalse();
    assertThat(state().halted()).isTrue();
    assertThat(lift(1)).isTrue();
    assertThat(state().halted()).isFalse();
  }

  @Test
  void waitsForAConcurrentDial() {
    owner(TENANT);
    SqlConnection dialing = begun();
    await(Locks.acquireShared(dialing, Set.of(Locks.dialing())));

    Future<Void> settling = settler(false).settle();
    awaitWaiter();
    assertThat(settling.isComplete()).isFalse();
    await(dialing.transaction().commit());
    await(settling);

    assertThat(state().halted()).isTrue();
  }

  @Test
  void waitsForAConcurrentWriterOfTheOlderEra() {
    owner(TENANT);
    SqlConnection writer = begun();
    await(append(writer));

    Future<Void> settling = settler(false).settle();
    awaitWaiter();
    assertThat(settling.isComplete()).isFalse();
    await(writer.transaction().commit());
    await(settling);

    assertThat(erasOfEvents()).containsExactly(0);
  }

  @Test
  void waitingWriterWritesIntoTheNewEra() {
    owner(TENANT);
    SqlConnection settling = begun();
    await(settling.query("LOCK TABLE ONLY event IN SHARE ROW EXCLUSIVE MODE").execute());
    SqlConnection writer = begun();
    await(writer.query("SELECT pg_current_xact_id()").execute());
    Future<Void> written = append(writer);
    awaitWaiter();
    await(
        settling
            .query(
                "INSERT INTO era (number, id, started, db, file, sysid, timeline, begun_at, why)"
                    + " SELECT 1, gen_random_uuid(), started, db, file, sysid, timeline, now(),"
                    + " 'test' FROM era")
            .execute());
    await(settling.transaction().commit());
    await(written);
    await(writer.transaction().commit());

    assertThat(erasOfEvents()).containsExactly(1);
  }

  private EraSettler settler(boolean reachesNoOne) {
    return settler(exemptions(reachesNoOne));
  }

  private EraSettler settler(Exemptions exemptions) {
    return settler(node.vertx, exemptions);
  }

  private EraSettler settler(Vertx vertx, Exemptions exemptions) {
    return new EraSettler(
        vertx,
        ConnectOptions.to(node.postgres.service()),
        exemptions,
        new Eras(),
        node.clock,
        random);
  }

  private Exemptions exemptions(boolean reachesNoOne) {
    Path file = directory.resolve("instance.json");
    return new Exemptions(reachesNoOne, file, UUID.randomUUID(), node.clock);
  }

  private void observe(EraSettler settler) {
    boolean current = await(node.database.asWorker(settler::isCurrent));
    assertThat(current).isTrue();
  }

  /** On a connection outside the pools. */
  private boolean isCurrent(EraSettler settler) {
    return await(
        PgConnection.connect(node.vertx, worker)
            .compose(connection -> settler.isCurrent(connection).eventually(connection::close)));
  }

  private static void awaitLatch(CountDownLatch latch) {
    try {
      if (!latch.await(30, TimeUnit.SECONDS)) {
        throw new AssertionError("not within 30 s");
      }
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private RecoveryHalt.State state() {
    return await(node.database.asWorker(RecoveryHalt::state));
  }

  private boolean lift(int era) {
    return await(node.database.asWorker(c -> RecoveryHalt.lift(c, era, "test")));
  }

  private int eras() {
    return owner("SELECT FROM era").size();
  }

  private List<Integer> erasOfEvents() {
    return await(
            node.database.asWorker(
                c -> c.query("SELECT (xid::text::bigint >> 48)::integer FROM event").execute()))
        .stream()
        .map((Row row) -> row.getInteger(0))
        .toList();
  }

  private Future<Void> append(SqlConnection connection) {
    UUID tenant = UUID.fromString("00000000-0000-7000-8000-000000000001");
    return events.append(
        connection,
        List.of(
            new NewEvent(
                tenant,
                EventType.CALL_ORDER_ACCEPTED,
                node.clock.instant(),
                RelatedResources.none(),
                null,
                Json.object())));
  }

  private SqlConnection begun() {
    PgConnection connection = await(PgConnection.connect(node.vertx, worker));
    await(connection.begin());
    return connection;
  }

  /** Waits until a session of this database waits for a lock. */
  private void awaitWaiter() {
    Await.until(
        "a session waits",
        () ->
            !owner(
                    "SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
                        + " WHERE NOT l.granted AND a.datname = current_database()")
                .isEmpty());
  }

  /** Runs a statement as the schema owner; returns one element per row. */
  private List<String> owner(String sql) {
    try (var connection = node.postgres.owner().connect();
        var statement = connection.createStatement()) {
      statement.execute("SET app.worker = on");
      List<String> rows = new java.util.ArrayList<>();
      if (statement.execute(sql)) {
        var found = statement.getResultSet();
        while (found.next()) {
          rows.add("");
        }
      }
      return rows;
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }
}
