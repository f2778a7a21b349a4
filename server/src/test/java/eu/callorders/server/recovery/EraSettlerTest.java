package eu.callorders.server.recovery;

import static eu.callorders.server.TestNode.await;
import static eu.callorders.server.TestNode.failure;
import static eu.callorders.server.recovery.EraSettlerFixture.RESTART;
import static eu.callorders.server.recovery.EraSettlerFixture.TENANT;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import eu.callorders.server.database.DatabaseFailures;
import eu.callorders.server.database.Locks;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database copied from a template differs from the instance in its era table. */
@Tag("long")
class EraSettlerTest {
  @AutoClose private final EraSettlerFixture fixture = new EraSettlerFixture();
  private final TestNode node = fixture.node;

  @Test
  void haltsDialingInACopy() {
    fixture.owner(TENANT);

    await(fixture.settler(false).settle());

    assertThat(fixture.eras()).isEqualTo(2);
    assertThat(fixture.state().halted()).isTrue();
  }

  @Test
  void haltsDialingAfterTheEraTableWasRewritten() {
    EraSettler settler = fixture.settler(false);
    await(settler.settle());
    fixture.owner(TENANT);
    fixture.observe(settler);
    fixture.owner("VACUUM FULL era");

    assertThat(DatabaseFailures.isTransient(failure(node.database.asWorker(fixture::append))))
        .isTrue();
    await(settler.settle());

    assertThat(fixture.eras()).isEqualTo(3);
    assertThat(fixture.state().halted()).isTrue();
  }

  @Test
  void settlesOnceForManyNodes() {
    fixture.owner(TENANT);

    await(
        Future.all(IntStream.range(0, 8).mapToObj(at -> fixture.settler(false).settle()).toList()));

    assertThat(fixture.eras()).isEqualTo(2);
  }

  @Test
  void doesNotHaltADatabaseWithoutTenants() {
    await(fixture.settler(false).settle());

    assertThat(fixture.eras()).isEqualTo(2);
    assertThat(fixture.state().halted()).isFalse();
  }

  @Test
  void doesNotHaltANodeWithASimulatedGateway() {
    fixture.owner(TENANT);
    await(fixture.settler(false).settle());

    await(fixture.settler(true).settle());

    assertThat(fixture.eras()).isEqualTo(2);
    assertThat(fixture.state().halted()).isFalse();
  }

  /** No code waits for the future of settle(): its caller may have timed out. */
  @Test
  void clearsCachesBeforeTheInstanceIsCurrent() {
    Vertx settlerVertx = Vertx.vertx();
    CountDownLatch clearing = new CountDownLatch(1);
    CountDownLatch cleared = new CountDownLatch(1);
    try {
      EraSettler settler = fixture.settler(settlerVertx, fixture.exemptions(false));
      await(settler.settle());
      node.database.onNewInstance(
          () -> {
            clearing.countDown();
            awaitLatch(cleared);
          });
      node.database.checkInstance(settler);
      fixture.owner(RESTART);

      Future<Void> settled = settler.settle();

      awaitLatch(clearing);
      assertThat(fixture.isCurrent(settler)).isFalse();
      cleared.countDown();
      await(settled);
      assertThat(fixture.isCurrent(settler)).isTrue();
    } finally {
      cleared.countDown();
      await(settlerVertx.close());
    }
  }

  @Test
  void clearsCachesWhenTheGatewayKnowsAHigherEra() {
    AtomicInteger cleared = new AtomicInteger();
    EraSettler settler = fixture.settler(false);
    await(settler.settle());
    node.database.onNewInstance(cleared::incrementAndGet);
    node.database.checkInstance(settler);

    await(settler.settleAbove(7));

    assertThat(cleared.get()).isEqualTo(1);
  }

  @Test
  void settlesNothingOnTheServerOfTheNewestEra() {
    EraSettler settler = fixture.settler(false);
    await(settler.settle());
    await(settler.settle());

    assertThat(fixture.eras()).isEqualTo(2);
  }

  @Test
  void writesNoEventOnAServerWithoutAnEra() {
    fixture.owner(TENANT);
    fixture.owner(RESTART);

    assertThat(DatabaseFailures.isTransient(failure(node.database.asWorker(fixture::append))))
        .isTrue();
    assertThat(fixture.owner("SELECT FROM event")).isEmpty();

    await(fixture.settler(false).settle());
    await(node.database.asWorker(fixture::append));
    assertThat(fixture.erasOfEvents()).containsExactly(1);
  }

  @Test
  void liftsTheHaltOfTheNewestEraOnly() {
    fixture.owner(TENANT);
    await(fixture.settler(false).settle());

    assertThat(fixture.lift(0)).isFalse();
    assertThat(fixture.state().halted()).isTrue();
    assertThat(fixture.lift(1)).isTrue();
    assertThat(fixture.state().halted()).isFalse();
  }

  @Test
  void waitsForAConcurrentDial() {
    fixture.owner(TENANT);
    SqlConnection dialing = fixture.begun();
    await(Locks.acquireShared(dialing, Set.of(Locks.dialing())));

    Future<Void> settling = fixture.settler(false).settle();
    fixture.awaitWaiter();
    assertThat(settling.isComplete()).isFalse();
    await(dialing.transaction().commit());
    await(settling);

    assertThat(fixture.state().halted()).isTrue();
  }

  @Test
  void waitsForAConcurrentWriterOfTheOlderEra() {
    fixture.owner(TENANT);
    SqlConnection writer = fixture.begun();
    await(fixture.append(writer));

    Future<Void> settling = fixture.settler(false).settle();
    fixture.awaitWaiter();
    assertThat(settling.isComplete()).isFalse();
    await(writer.transaction().commit());
    await(settling);

    assertThat(fixture.erasOfEvents()).containsExactly(0);
  }

  @Test
  void waitingWriterWritesIntoTheNewEra() {
    fixture.owner(TENANT);
    SqlConnection settling = fixture.begun();
    await(settling.query("LOCK TABLE ONLY event IN SHARE ROW EXCLUSIVE MODE").execute());
    SqlConnection writer = fixture.begun();
    await(writer.query("SELECT pg_current_xact_id()").execute());
    Future<Void> written = fixture.append(writer);
    fixture.awaitWaiter();
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

    assertThat(fixture.erasOfEvents()).containsExactly(1);
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
}
