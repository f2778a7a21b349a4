package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.server.erasure.ErasureWorker;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Erasures that fail. */
class FailingErasureTest {
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(new ScriptedGateway());

  private final TestTenant tenant = fixture.tenant();
  private final ErasureDriver erasing = new ErasureDriver(fixture, tenant);

  @Test
  void failingErasureDoesNotDelayOthers() {
    List<PlacedOrder> broken = erasing.orders("erika", 1);
    List<PlacedOrder> sound = erasing.orders("max", 1);
    erasing.request("erika");
    erasing.request("max");
    fixture.query(
        "DELETE FROM call_order_result WHERE order_id = $1 RETURNING order_id",
        broken.getFirst().id());

    assertThatThrownBy(() -> erasing.worker().runOnce()).hasMessageContaining("were not redacted");
    while (erasing.worker().runOnce()) {
      assertThat(fixture.query("SELECT FROM erasure")).hasSize(2);
    }

    assertThat(ErasureDriver.redacted(sound)).isEqualTo(1);
    assertThat(fixture.query("SELECT FROM erasure WHERE completed_at IS NULL")).hasSize(1);
  }

  @Test
  void transientFailureIsRetried() throws SQLException {
    List<PlacedOrder> orders = erasing.orders("erika", 1);
    erasing.request("erika");
    failOnce("55P03");

    assertThatThrownBy(() -> erasing.worker().runOnce()).hasMessageContaining("it fails");
    assertThat(fixture.query("SELECT FROM failed_work")).isEmpty();
    fixture.query("UPDATE erasure SET next_run_at = now() RETURNING id");
    while (erasing.worker().runOnce()) {
      assertThat(fixture.query("SELECT FROM erasure")).hasSize(1);
    }

    assertThat(ErasureDriver.redacted(orders)).isEqualTo(1);
  }

  @Test
  void checkedExceptionDoesNotDelayOthers() {
    List<PlacedOrder> first = erasing.orders("erika", 1);
    List<PlacedOrder> second = erasing.orders("max", 1);
    erasing.request("erika");
    erasing.request("max");

    ErasureWorker eraser = erasing.worker(FailingClock.at(2));
    assertThatThrownBy(eraser::runOnce).isInstanceOf(TimeoutException.class);
    while (eraser.runOnce()) {
      assertThat(fixture.query("SELECT FROM erasure")).hasSize(2);
    }

    assertThat(ErasureDriver.redacted(first) + ErasureDriver.redacted(second)).isEqualTo(1);
    assertThat(fixture.query("SELECT FROM failed_work")).isEmpty();
  }

  @Test
  void repeatedTransientFailureIsParked() throws SQLException {
    erasing.orders("erika", 1);
    erasing.request("erika");
    failUntil("55P03", Integer.MAX_VALUE);
    ErasureWorker eraser = erasing.worker();

    for (int failure = 1; failure <= 10; failure++) {
      assertThat(fixture.query("SELECT FROM failed_work")).isEmpty();
      assertThatThrownBy(eraser::runOnce).hasMessageContaining("it fails");
      erasing.makeDue();
    }

    assertThat(fixture.query("SELECT FROM failed_work WHERE kind = 'erasure'")).hasSize(1);
  }

  private void failOnce(String state) throws SQLException {
    failUntil(state, 1);
  }

  private void failUntil(String state, int last) throws SQLException {
    try (Connection connection = fixture.testDatabase.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE SEQUENCE writes;
          CREATE FUNCTION fail_once() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
          BEGIN
            IF nextval('writes') <= %s THEN
              RAISE EXCEPTION 'it fails' USING ERRCODE = '%s';
            END IF;
            RETURN NULL;
          END $$;
          CREATE TRIGGER fail_once BEFORE UPDATE ON call_order_body
            FOR EACH STATEMENT EXECUTE FUNCTION fail_once();
          """
              .formatted(last, state));
    }
  }
}
