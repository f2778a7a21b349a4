package eu.callorders.server.recovery;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.db.OwnPostgres;
import eu.callorders.server.Await;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.DatabaseWatch;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is started again under a running node is another instance. */
class NewInstanceTest {
  private static final DatabaseWatch.Patience PATIENT =
      new DatabaseWatch.Patience(
          Duration.ofMillis(50), Duration.ofSeconds(20), Duration.ofSeconds(20));

  @TempDir private Path directory;
  private final Vertx vertx = Vertx.vertx();
  private final OwnPostgres postgres = OwnPostgres.start();
  private final PgConnectOptions options = ConnectOptions.to(postgres.service());
  private final Database database = Database.open(vertx, options, 2);
  private final AtomicInteger emptied = new AtomicInteger();

  @AfterEach
  void close() {
    await(database.close());
    await(vertx.close());
    postgres.close();
  }

  @Test
  void emptiesCachesAndBeginsAnEraAfterARestart() {
    Exemptions exemptions =
        new Exemptions(
            false, directory.resolve("instance.json"), UUID.randomUUID(), InstantSource.system());
    EraSettler settler =
        new EraSettler(vertx, options, exemptions, InstantSource.system(), new SecureRandom());
    await(settler.settle());
    database.checkInstance(settler);
    database.onNewInstance(emptied::incrementAndGet);
    try (DatabaseWatch _ = DatabaseWatch.start(vertx, database, options, PATIENT)) {
      assertThat(newestEra()).isZero();

      postgres.kill();
      Await.until("the database is away", database::isAway);
      assertThat(emptied.get()).isZero();
      postgres.startAgain();

      Await.until("the era is settled", () -> emptied.get() > 0 && !database.isAway());
      assertThat(newestEra()).isEqualTo(1);
      assertThat(emptied.get()).isEqualTo(1);
    }
  }

  private int newestEra() {
    return await(database.asWorker(new RecoveryHalt()::state)).newest().number();
  }
}
