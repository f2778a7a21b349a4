package eu.callorders.server.recovery;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.PrimaryServer;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A restart counts as witnessed only while no node of the deployment contradicts. */
@Tag("long")
class SettledNodesTest {
  private static final String WHY = "no log";
  private static final Duration MOMENT = Duration.ofMillis(1);

  @TempDir private Path directory;
  @AutoClose private final TestNode database = new TestNode();
  private final PgConnectOptions options = ConnectOptions.to(database.postgres.service());
  private Node first;
  private Node second;

  /** One process and its observations. */
  private final class Node {
    private final UUID id = UUID.randomUUID();
    private final Exemptions exemptions =
        new Exemptions(false, directory.resolve(id.toString()), id, database.clock);
    private final Eras eras = new Eras();
    private final EraSettler settler =
        new EraSettler(
            database.vertx,
            PrimaryServer.of(options),
            exemptions,
            eras,
            database.clock,
            new SecureRandom());

    /** Settles the era and writes a heartbeat. */
    Node start() {
      await(settler.settle());
      owner(
          "INSERT INTO node (id, started_at, last_seen_at, settled_era)"
              + " VALUES ('%s', now(), '%s', (SELECT max(number) FROM era))"
                  .formatted(id, database.clock.instant()));
      return this;
    }

    boolean isCurrent() {
      return await(database.database.asWorker(settler::isCurrent));
    }

    void settle() {
      await(settler.settle());
    }
  }

  @BeforeEach
  void start() {
    first = new Node().start();
    second = new Node().start();
    owner(EraSettlerFixture.TENANT);
    owner(EraSettlerFixture.ATTEMPT);
    assertThat(first.isCurrent()).isTrue();
    assertThat(second.isCurrent()).isTrue();
  }

  @Test
  void waitsForOperatorWhenACallOfAnotherNodeIsMissing() {
    second.exemptions.recordPlacing(UUID.randomUUID());
    restart();
    first.settle();
    assertThat(state().witnessed()).isTrue();

    second.settle();

    assertThat(state().witnessed()).isFalse();
    assertThat(liftWitnessed(tomorrow())).isFalse();
    assertThat(accept()).isTrue();
  }

  @Test
  void waitsForOperatorWhenAnotherNodeHasSeenALaterLog() {
    ServerInstance now = await(database.database.asWorker(EraStore::observe));
    second.exemptions.observe(
        new ServerInstance(
            now.era(),
            now.eraId(),
            now.why(),
            true,
            now.db(),
            now.file(),
            now.sysid(),
            now.timeline(),
            now.lsn() + 1_000_000_000L));
    restart();
    first.settle();

    second.settle();

    assertThat(state().witnessed()).isFalse();
    assertThat(liftWitnessed(tomorrow())).isFalse();
  }

  @Test
  void laterAgreementDoesNotRemoveContradiction() {
    second.exemptions.recordPlacing(UUID.randomUUID());
    restart();
    second.settle();

    first.settle();

    assertThat(state().witnessed()).isFalse();
    assertThat(state().newest().why()).startsWith("a node has seen a later state");
  }

  @Test
  void liftsOnceTheSecondNodeAgrees() {
    second.exemptions.recordPlacing(EraSettlerFixture.PLACED);
    restart();
    first.settle();
    assertThat(liftWitnessed(begunAt())).isFalse();

    second.settle();

    assertThat(liftWitnessed(begunAt())).isTrue();
    assertThat(state().halted()).isFalse();
  }

  @Test
  void liftsAfterTheLeaseOfADeadNode() {
    restart();
    first.settle();
    Instant lease = begunAt().plus(EraStore.NODE_LEASE);

    assertThat(liftWitnessed(lease.minus(MOMENT))).isFalse();
    assertThat(liftWitnessed(lease)).isTrue();
  }

  @Test
  void nodeLeaseStartsWithTheEra() {
    owner("UPDATE node SET last_seen_at = last_seen_at - interval '10 minutes'");
    restart();
    first.settle();

    assertThat(liftWitnessed(begunAt().plus(MOMENT))).isFalse();
  }

  @Test
  void doesNotWaitForANodeOfAnEarlierRelease() {
    owner("UPDATE node SET settled_era = NULL WHERE id = '%s'".formatted(second.id));
    restart();
    first.settle();

    assertThat(liftWitnessed(begunAt())).isTrue();
  }

  @Test
  void contradictsOncePerMissingCall() {
    second.exemptions.recordPlacing(UUID.randomUUID());
    restart();
    second.settle();
    assertThat(accept()).isTrue();
    restart();

    second.settle();

    assertThat(state().halted()).isTrue();
    assertThat(state().witnessed()).isTrue();
  }

  @Test
  void concurrentAgreementDoesNotRemoveContradiction() {
    restart();
    first.settle();
    int era = state().newest().number();
    PgConnection contradicting = begun();
    await(RecoveryHalt.contradict(contradicting, era, second.id, database.clock.instant()));
    PgConnection agreeing = begun();

    Future<Void> agreed = RecoveryHalt.witness(agreeing, era);
    awaitWaiter();
    await(contradicting.transaction().commit());
    await(agreed);
    await(agreeing.transaction().commit());

    assertThat(state().witnessed()).isFalse();
  }

  @Test
  void reloadsSpansAfterAnotherNodesContradiction() {
    second.exemptions.recordPlacing(UUID.randomUUID());
    restart();
    first.settle();
    assertThat(await(first.eras.lostSpans(database.database))).isEmpty();
    second.settle();

    assertThat(first.isCurrent()).isTrue();

    assertThat(await(first.eras.lostSpans(database.database))).hasSize(1);
    assertThat(await(second.eras.lostSpans(database.database))).hasSize(1);
  }

  private void restart() {
    owner(EraSettlerFixture.RESTART);
  }

  private RecoveryHalt.State state() {
    return await(database.database.asWorker(RecoveryHalt::state));
  }

  private Instant begunAt() {
    return state().newest().begunAt();
  }

  private Instant tomorrow() {
    return begunAt().plus(Duration.ofDays(1));
  }

  private boolean liftWitnessed(Instant now) {
    int era = state().newest().number();
    return await(database.database.asWorker(c -> RecoveryHalt.liftWitnessed(c, era, WHY, now)));
  }

  private boolean accept() {
    int era = state().newest().number();
    return await(database.database.asWorker(c -> RecoveryHalt.lift(c, era, "accepted")));
  }

  private PgConnection begun() {
    PgConnection connection =
        await(
            PgConnection.connect(
                database.vertx, new PgConnectOptions(options).addProperty("app.worker", "on")));
    await(connection.begin());
    return connection;
  }

  /** Waits until a session of this database waits for a lock. */
  private void awaitWaiter() {
    Await.until(
        "a session waits",
        () ->
            owner(
                        "SELECT FROM pg_locks l JOIN pg_stat_activity a USING (pid)"
                            + " WHERE NOT l.granted AND a.datname = current_database()")
                    .size()
                > 0);
  }

  /** Runs a statement as the schema owner. */
  private RowSet<Row> owner(String statement) {
    PgConnection owner =
        await(
            PgConnection.connect(
                database.vertx,
                ConnectOptions.to(database.postgres.owner()).addProperty("app.worker", "on")));
    try {
      return await(owner.query(statement).execute());
    } finally {
      await(owner.close());
    }
  }
}
