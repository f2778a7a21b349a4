package eu.callorders.server.dial;

import static eu.callorders.server.dial.LogRecoveryFixture.LOG_ID;
import static eu.callorders.server.dial.LogRecoveryFixture.NAME;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.server.database.ConnectOptions;
import io.vertx.pgclient.PgConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database that was read with another gateway's address before: a copy, or a new setting. */
@Tag("long")
class ChangedGatewayAddressTest {
  private static final String FORMER = "https://former.example";

  @AutoClose private final LogRecoveryFixture log = new LogRecoveryFixture();
  private final ScriptedGateway gateway = log.gateway;
  private final DialFixture fixture = log.fixture;

  @BeforeEach
  void grantEra() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    log.era.runOnce();
    log.recovery.runOnce();
  }

  @Test
  void keepsHaltWithAnotherLogUntilAccepted() {
    log.readToTheEnd(FORMER, LOG_ID);

    assertHaltRemains("77aa");

    fixture.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    log.recovery.runOnce();
    assertThat(isForeign()).isFalse();
    log.halt();
    log.readToTheEnd(NAME, "77aa");
    log.recovery.runOnce();
    assertThat(log.halted()).isFalse();
  }

  @Test
  void keepsHaltWithLogsWithoutIds() {
    log.readToTheEnd(FORMER, null);
    fixture.query("UPDATE gateway_cursor SET cursor = '17' RETURNING gateway");

    assertHaltRemains(null);
  }

  @Test
  void keepsHaltWhenOnlyTheFormerLogHasAnId() {
    log.readToTheEnd(FORMER, LOG_ID);

    assertHaltRemains(null);
  }

  @Test
  void keepsHaltAtAnAddressOfLongAgo() {
    log.readToTheEnd(NAME, "77aa");
    log.readToTheEnd(FORMER, LOG_ID);
    fixture.query("UPDATE gateway_cursor SET gap = false, foreign_log = false RETURNING gateway");

    assertHaltRemains("77aa");
  }

  @Test
  void continuesAtTheFormerAddressAfterAnAttemptWithAnother() {
    log.readToTheEnd(NAME, LOG_ID);
    log.readToTheEnd("https://mistaken.example", "77aa");
    assertThat(obstacle(LOG_ID)).isNull();

    log.readToTheEnd(NAME, LOG_ID);
    log.recovery.runOnce();

    assertThat(log.halted()).isFalse();
  }

  @Test
  void keepsHaltOfWitnessedRestart() {
    fixture.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    log.readToTheEnd(FORMER, LOG_ID);

    assertHaltRemains("77aa");

    assertThat(log.state().witnessed()).isFalse();
  }

  @Test
  void continuesWithTheSameLogAtAnotherAddress() {
    log.readToTheEnd("https://older.example", "77aa");
    fixture.query("UPDATE gateway_cursor SET end_asked_at = now() - interval '1 day' RETURNING 1");
    log.readToTheEnd(FORMER, LOG_ID);
    fixture.query("UPDATE gateway_cursor SET gap = false, foreign_log = false RETURNING gateway");
    assertThat(obstacle(LOG_ID)).isNull();

    log.readToTheEnd(NAME, LOG_ID);
    log.recovery.runOnce();

    assertThat(log.halted()).isFalse();
  }

  @Test
  void continuesWhenNothingWasReadBefore() {
    fixture.query(
        "INSERT INTO gateway_cursor (gateway, reader, leased_until)"
            + " VALUES ($1, gen_random_uuid(), now()) RETURNING gateway",
        FORMER);
    assertThat(obstacle(null)).isNull();

    log.readToTheEnd(NAME, null);
    log.recovery.runOnce();

    assertThat(log.halted()).isFalse();
  }

  /** Without a halt the database is no copy: a changed setting needs no operator. */
  @Test
  void acceptsAnotherAddressWithoutHalt() {
    fixture.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    log.readToTheEnd(FORMER, LOG_ID);
    log.readToTheEnd(NAME, "77aa");
    assertThat(isForeign()).isTrue();

    log.recovery.runOnce();
    log.readToTheEnd(NAME, "77aa");

    assertThat(isForeign()).isFalse();
    log.halt();
    log.readToTheEnd(NAME, "77aa");
    log.recovery.runOnce();
    assertThat(log.halted()).isFalse();
  }

  /** The check and a node agree, before and after the node has read the log. */
  private void assertHaltRemains(@Nullable String logId) {
    assertThat(obstacle(logId)).isEqualTo(LogObstacle.Kind.FOREIGN_LOG);
    log.readToTheEnd(NAME, logId);
    log.recovery.runOnce();
    log.readToTheEnd(NAME, logId);
    log.recovery.runOnce();

    assertThat(log.halted()).isTrue();
    assertThat(obstacle(logId)).isEqualTo(LogObstacle.Kind.FOREIGN_LOG);
  }

  private boolean isForeign() {
    return !fixture
        .query("SELECT 1 FROM gateway_cursor WHERE gateway = $1 AND gap AND foreign_log", NAME)
        .isEmpty();
  }

  private LogObstacle.@Nullable Kind obstacle(@Nullable String logId) {
    gateway.pages.add(new EventsResult.EventPage(List.of(), "next", logId, null));
    PgConnection connection =
        PgConnection.connect(fixture.vertx, ConnectOptions.to(fixture.testDatabase.service()))
            .await();
    try {
      connection.query("SET app.worker = 'on'").execute().await();
      LogObstacle obstacle =
          new GatewayLogCheck(
                  gateway,
                  NAME,
                  connection,
                  Instant.now(),
                  new GatewayLogCheck.Bounds(
                      100, Duration.ofMinutes(1), new OtherSystemCheck.Polling(3, Duration.ZERO)))
              .run(null, false)
              .obstacle();
      return obstacle == null ? null : obstacle.kind();
    } finally {
      connection.close().await();
    }
  }
}
