package eu.callorders.server.database;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.HeldLocks;
import eu.callorders.server.TestNode;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MaintenanceClockTest {
  private static final Duration JUMP = Duration.ofDays(40);
  private static final Duration TOLERANCE = Duration.ofHours(24);

  /** Later than the database's clock in each test, so that the node's clock counts. */
  private final Instant now = Instant.parse("2096-03-02T09:00:00Z");

  @AutoClose private TestNode node;
  private MaintenanceClock clock;

  @BeforeEach
  void open() {
    node = new TestNode();
    clock = new MaintenanceClock(node.database);
  }

  @Test
  void fullDayAheadIsNoJump() {
    assertThat(clock.permitsDeletion(now)).isTrue();
    assertThat(clock.permitsDeletion(now.plus(TOLERANCE))).isTrue();
    assertThat(clock.permitsDeletion(now.plus(TOLERANCE).plus(TOLERANCE))).isTrue();
    assertThat(clock.isHeld()).isFalse();
  }

  @Test
  void pausesUntilTheClockIsCorrected() {
    clock.permitsDeletion(now);

    assertThat(clock.permitsDeletion(now.plus(TOLERANCE).plusMillis(1))).isFalse();
    assertThat(clock.permitsDeletion(now.plus(JUMP))).isFalse();
    assertThat(clock.isHeld()).isTrue();
    assertThat(state(now.plus(JUMP)))
        .isEqualTo(new MaintenanceClock.State(true, now.plus(JUMP), now));

    assertThat(clock.permitsDeletion(now.plusSeconds(5))).isTrue();
    assertThat(clock.isHeld()).isFalse();
    assertThat(state(now).latestSeen()).isEqualTo(now.plusSeconds(5));
  }

  @Test
  void pauseSurvivesRestart() {
    clock.permitsDeletion(now);

    assertThat(new MaintenanceClock(node.database).permitsDeletion(now.plus(JUMP))).isFalse();
    assertThat(new MaintenanceClock(node.database).permitsDeletion(now.plus(JUMP))).isFalse();
  }

  @Test
  void resumesFromTheAcceptedTime() {
    clock.permitsDeletion(now);
    Instant later = now.plus(JUMP);
    clock.permitsDeletion(later);

    assertThat(resume(later)).isTrue();
    assertThat(resume(later)).isFalse();

    assertThat(state(later)).isEqualTo(new MaintenanceClock.State(false, later, later));
    assertThat(clock.permitsDeletion(later)).isTrue();
    assertThat(clock.permitsDeletion(later.plus(JUMP))).isFalse();
  }

  @Test
  void usesTheLaterClockOfTheDatabase() {
    run("INSERT INTO maintenance_clock (latest_seen) VALUES (now() - interval '40 days')");

    assertThat(clock.permitsDeletion(Instant.now().minus(JUMP))).isFalse();
  }

  @Test
  void slowClockDoesNotMoveTheRecordedTimeBack() {
    clock.permitsDeletion(now);

    assertThat(clock.permitsDeletion(now.minus(JUMP))).isTrue();
    assertThat(state(now).latestSeen()).isEqualTo(now);
  }

  @Test
  void fastNodeComparesWithTheLatestStoredTime() throws Exception {
    assertThat(permittedAfter("INSERT INTO maintenance_clock (latest_seen) VALUES ('" + now + "')"))
        .isFalse();
    assertThat(permittedAfter("UPDATE maintenance_clock SET latest_seen = '" + now + "'"))
        .isFalse();
  }

  @Test
  void waitingNodeSeesTheOperatorsDecision() throws Exception {
    clock.permitsDeletion(now);

    assertThat(
            permittedAfter("UPDATE maintenance_clock SET latest_seen = '" + now.plus(JUMP) + "'"))
        .isTrue();
  }

  /** Whether a node with a fast clock may delete after waiting for that statement's commit. */
  private boolean permittedAfter(String statement) throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks other = HeldLocks.ofRows(node.vertx, node.postgres, statement)) {
      Future<Boolean> permitted = threads.submit(() -> clock.permitsDeletion(now.plus(JUMP)));
      other.awaitWaiter();
      other.release();
      return permitted.get();
    }
  }

  private boolean resume(Instant at) {
    return await(
        node.database.asWorker(
            connection -> MaintenanceClock.resume(connection, at, "it was stopped")));
  }

  private MaintenanceClock.State state(Instant at) {
    return await(node.database.asWorker(connection -> MaintenanceClock.state(connection, at)));
  }

  private void run(String statement) {
    await(node.database.workers().query(statement).execute());
  }
}
