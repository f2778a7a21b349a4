package eu.callorders.server.database;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import eu.callorders.db.DisposablePostgres;
import eu.callorders.server.Await;
import eu.callorders.server.database.ServerSettingsCheck.Finding;
import eu.callorders.server.database.ServerSettingsCheck.Report;
import eu.callorders.server.database.ServerSettingsCheck.Severity;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server with the settings of the embedded one, except {@code fsync}, which is off in tests. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServerSettingsCheckTest {
  private Vertx vertx;
  private DisposablePostgres postgres;

  @BeforeAll
  void start() {
    vertx = Vertx.vertx();
    postgres = DisposablePostgres.start();
  }

  @AfterAll
  void stop() {
    await(vertx.close());
    postgres.close();
  }

  @Test
  @Order(1)
  void findsFsyncAlone() {
    Report report = check();

    assertThat(report.findings().stream().filter(ServerSettingsCheckTest::isOfSetting))
        .containsExactly(
            new Finding(
                Severity.PROBLEM,
                "fsync = off",
                "a crash loses acknowledged writes",
                "set fsync = on"));
    assertThat(report.roundTrip()).isPositive();
    assertThat(report.commit()).isPositive();
  }

  @Test
  @Order(2)
  void findsSlowDefaults() {
    postgres.kill();
    postgres.restart(); // without the settings of the embedded one

    assertThat(answer("the server").findings())
        .filteredOn(finding -> finding.severity() == Severity.SLOW && isOfSetting(finding))
        .extracting(Finding::found, Finding::remedy)
        .containsExactly(
            tuple("wal_buffers = 4MB", "set wal_buffers = 16MB"),
            tuple("max_wal_size = 1GB", "set max_wal_size = 2GB"),
            tuple("bgwriter_delay = 200ms", "set bgwriter_delay = 50ms"),
            tuple("bgwriter_lru_maxpages = 100", "set bgwriter_lru_maxpages = 400"));
  }

  @ParameterizedTest
  @Order(3)
  @CsvSource({
    "PROBLEM, full_page_writes, off, set full_page_writes = on",
    "PROBLEM, autovacuum, off, set autovacuum = on",
    "PROBLEM, log_statement, mod, set log_parameter_max_length = 0",
    "PROBLEM, log_min_duration_statement, 2s, set log_parameter_max_length = 0",
    "SLOW, checkpoint_timeout, 1min, set checkpoint_timeout = 5min",
  })
  void findsSetting(Severity severity, String name, String value, String remedy) {
    postgres.set(name, "'" + value + "'");
    Await.until(
        "the setting is in force",
        () ->
            check().findings().stream()
                .anyMatch(
                    finding ->
                        finding.severity() == severity
                            && finding.found().equals(name + " = " + value)
                            && finding.remedy().equals(remedy)));

    postgres.set(name, "DEFAULT");
  }

  @Test
  @Order(4)
  void findsStandby() {
    postgres.kill();
    postgres.startAsStandby();

    Report report = answer("the standby");

    assertThat(report.commit()).isNull();
    assertThat(report.findings())
        .extracting(Finding::found)
        .startsWith("a standby in recovery", "fsync = off");
  }

  private Report answer(String server) {
    return Await.until(server + " answers", this::tryCheck, Optional::isPresent).orElseThrow();
  }

  private Optional<Report> tryCheck() {
    try {
      return Optional.of(check());
    } catch (Exception e) { // await throws undeclared checked exceptions too
      return Optional.empty();
    }
  }

  /** Measured times depend on the machine. */
  private static boolean isOfSetting(Finding finding) {
    return finding.found().contains(" = ");
  }

  private Report check() {
    PgConnection connection =
        await(PgConnection.connect(vertx, ConnectOptions.to(postgres.service())));
    try {
      return new ServerSettingsCheck(connection).run();
    } finally {
      await(connection.close());
    }
  }
}
