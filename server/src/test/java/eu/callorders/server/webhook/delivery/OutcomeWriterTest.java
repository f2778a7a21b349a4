package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.server.Await;
import eu.callorders.server.webhook.endpoint.Endpoint;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Outcomes that cannot be stored. */
class OutcomeWriterTest {
  /** The first write fails by itself, the third one by an outage. */
  private static final String FAILING =
      """
      CREATE SEQUENCE writes;
      CREATE FUNCTION fail_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      DECLARE
        write bigint := nextval('writes');
      BEGIN
        IF write = 1 THEN
          RAISE EXCEPTION 'one of them is at fault';
        ELSIF write = 3 THEN
          RAISE EXCEPTION 'the database shuts down' USING ERRCODE = '57P03';
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER fail_write BEFORE UPDATE ON webhook_delivery
        FOR EACH STATEMENT EXECUTE FUNCTION fail_write();
      """;

  private static final String NEVER =
      """
      CREATE FUNCTION fail_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'never';
      END $$;
      CREATE TRIGGER fail_write BEFORE UPDATE ON webhook_delivery
        FOR EACH STATEMENT EXECUTE FUNCTION fail_write();
      """;

  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;

  @Test
  void outageDuringSingleWritesLosesNoOutcome() throws SQLException {
    for (int endpoint = 0; endpoint < 4; endpoint++) {
      fixture.endpoint(receiver.url());
    }
    fixture.events(1);
    while (fixture.first.fanOut.runOnce() > 0) {
      // until all events are fanned out
    }
    assertThat(fixture.first.dispatcher.runOnce()).isNotNull();
    Await.until("all attempts have ended", () -> fixture.first.outcomes.size() == 4);
    execute(FAILING);

    assertThatThrownBy(fixture.first.outcomes::runOnce).hasMessageContaining("shuts down");
    assertThat(fixture.first.outcomes.size()).isEqualTo(3);
    fixture.first.storeOutcomes();

    assertThat(fixture.rows("SELECT FROM webhook_delivery WHERE status = 'succeeded'")).hasSize(4);
    assertThat(fixture.rows("SELECT FROM webhook_delivery_queue")).isEmpty();
  }

  @Test
  void unstorableOutcomeBecomesFailedWorkAndIsSentHourly() throws SQLException {
    Endpoint endpoint = fixture.endpoint(receiver.url());
    fixture.events(1);
    while (fixture.first.fanOut.runOnce() > 0) {
      // until all events are fanned out
    }
    execute(NEVER);

    for (int attempt = 1; attempt <= 3; attempt++) {
      assertThat(fixture.rows("SELECT FROM failed_work")).isEmpty();
      execute("UPDATE webhook_delivery_queue SET due_at = now(), lease_until = NULL, owner = NULL");
      fixture.first.dispatcher.offer(List.of(endpoint.id()));
      assertThat(fixture.first.dispatcher.runOnce()).isNotNull();
      Await.until("the attempt has ended", () -> fixture.first.outcomes.size() == 1);
      fixture.first.storeOutcomes();
    }

    assertThat(fixture.rows("SELECT FROM failed_work WHERE kind = 'webhook_outcome'")).hasSize(1);
    assertThat(
            fixture.rows(
                "SELECT FROM webhook_delivery_queue WHERE owner IS NULL"
                    + " AND due_at > now() + interval '50 minutes'"))
        .hasSize(1);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = fixture.testDatabase.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
