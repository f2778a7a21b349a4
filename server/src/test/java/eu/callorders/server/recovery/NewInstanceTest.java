package eu.callorders.server.recovery;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.DisposablePostgres;
import eu.callorders.server.Await;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseClock;
import eu.callorders.server.database.DatabaseHealthMonitor;
import eu.callorders.server.database.PrimaryServer;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that restarts while a node is running is another instance. */
@Tag("long")
class NewInstanceTest {
  private static final DatabaseHealthMonitor.Timeouts LONG_TIMEOUTS =
      new DatabaseHealthMonitor.Timeouts(
          Duration.ofMillis(50), Duration.ofSeconds(20), Duration.ofSeconds(20));

  @TempDir private Path directory;
  private final Vertx vertx = Vertx.vertx();
  private final DisposablePostgres postgres = DisposablePostgres.start();
  private final PgConnectOptions options = ConnectOptions.to(postgres.service());
  private final Database database = Database.open(vertx, options, 2);
  private final DatabaseClock clock = new DatabaseClock(InstantSource.system());
  private final AtomicInteger cleared = new AtomicInteger();

  @AfterEach
  void close() {
    await(database.close());
    await(vertx.close());
    postgres.close();
  }

  @Test
  void clearsCachesAndBeginsAnEraAfterARestart() {
    EraSettler settler = settler();
    await(settler.settle());
    database.checkInstance(settler);
    database.onNewInstance(cleared::incrementAndGet);
    try (DatabaseHealthMonitor _ =
        DatabaseHealthMonitor.start(vertx, database, LONG_TIMEOUTS, clock, outage -> {})) {
      assertThat(newestEra()).isZero();

      postgres.kill();
      Await.until("the database is away", database::isUnavailable);
      assertThat(cleared.get()).isZero();
      postgres.restart();

      Await.until("the era is settled", () -> cleared.get() > 0 && !database.isUnavailable());
      assertThat(newestEra()).isEqualTo(1);
      assertThat(cleared.get()).isEqualTo(1);
    }
  }

  @Test
  void haltsForTheGatewayLogAfterWitnessedRestart() {
    EraSettler settler = witness();
    postgres.kill();
    postgres.restart();

    await(settler.settle());

    assertThat(newestEra()).isEqualTo(1);
    assertThat(state().witnessed()).isTrue();
  }

  @Test
  void haltsAfterAPromotionThatPgControlDoesNotShowYet() {
    EraSettler settler = witness();
    postgres.kill();
    postgres.startAsStandby();
    postgres.promoteWithoutCheckpoint();
    assertThat(timelineOfPgControl()).isEqualTo(1);

    await(settler.settle());

    assertThat(newestEra()).isEqualTo(1);
    assertThat(state().halted()).isTrue();
    assertThat(state().witnessed()).isFalse();
  }

  /** A settler that has observed its database, which has a tenant. */
  private EraSettler witness() {
    EraSettler settler = settler();
    await(settler.settle());
    execute(EraSettlerFixture.TENANT);
    boolean current = await(database.asWorker(settler::isCurrent));
    assertThat(current).isTrue();
    return settler;
  }

  private EraSettler settler() {
    Exemptions exemptions =
        new Exemptions(
            false, directory.resolve("instance.json"), UUID.randomUUID(), InstantSource.system());
    return new EraSettler(
        vertx,
        PrimaryServer.of(options),
        exemptions,
        new Eras(),
        InstantSource.system(),
        new SecureRandom());
  }

  private int timelineOfPgControl() {
    return await(
            database.workers().query("SELECT timeline_id FROM pg_control_checkpoint()").execute())
        .iterator()
        .next()
        .getInteger(0);
  }

  private void execute(String statement) {
    await(database.asWorker(connection -> connection.query(statement).execute()));
  }

  private RecoveryHalt.State state() {
    return await(database.asWorker(RecoveryHalt::state));
  }

  private int newestEra() {
    return state().newest().number();
  }
}
