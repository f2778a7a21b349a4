package eu.callorders.server.admin;

import static eu.callorders.server.admin.AdminListenerFixture.assertFault;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestNode;
import io.vertx.sqlclient.Tuple;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TestClockResourceTest {
  @AutoClose private static final AdminListenerFixture fixture = new AdminListenerFixture();
  private static final TestHttpClient admin = fixture.admin;
  private static final TestNode node = fixture.node;

  @Test
  void readsTestClock() {
    JsonNode clock = admin.get(fixture.newTenant() + "/test-clock").body();

    assertThat(clock.path("now").textValue()).endsWith("Z");
    assertThat(clock.path("status").textValue()).isEqualTo("ready");
  }

  @ParameterizedTest
  @ValueSource(strings = {"P1D", "P1Y2M3W4DT5H6M7.5S", "PT36H", "PT0S"})
  void advancesTestClockByDuration(String by) {
    assertThat(
            admin
                .post(fixture.newTenant() + "/test-clock/advance", "{\"by\": \"" + by + "\"}")
                .status())
        .isEqualTo(200);
  }

  @Test
  void accumulatesAdvancesOfTestClock() {
    String path = fixture.newTenant();
    String id = path.substring(path.lastIndexOf('/') + 1);
    admin.post(path + "/test-clock/advance", "{\"by\": \"PT1H\"}");
    admin.post(path + "/test-clock/advance", "{\"by\": \"PT2H\"}");

    double ahead =
        TestNode.await(
                node.database.asWorker(
                    connection ->
                        connection
                            .preparedQuery(
                                "SELECT extract(epoch FROM clock_target - now())::float8"
                                    + " - clock_offset_ms::float8 / 1000"
                                    + " FROM tenant WHERE id = $1")
                            .execute(Tuple.of(IdKind.TENANT.parse(id).orElseThrow()))))
            .iterator()
            .next()
            .getDouble(0);

    assertThat(ahead).isBetween(6900.0, 7200.0);
  }

  @ParameterizedTest
  @CsvSource({
    "{}, '', min_items",
    "'{\"by\": \"P1D\", \"to\": \"2099-01-01T00:00:00Z\"}', '', max_items",
    "'{\"by\": \"P\"}', /by, pattern",
    "'{\"by\": \"PT\"}', /by, pattern",
    "'{\"by\": \"P1DT\"}', /by, pattern",
    "'{\"by\": \"P1H\"}', /by, pattern",
    "'{\"by\": \"-P1D\"}', /by, pattern",
    "'{\"by\": \"P10Y1D\"}', /by, inconsistent",
    "'{\"to\": \"2020-01-01T00:00:00Z\"}', /to, inconsistent",
    "'{\"to\": \"2099-01-01T00:00:00Z\"}', /to, inconsistent",
    "'{\"to\": \"2030-01-01T00:00:00\"}', /to, offset_missing"
  })
  void rejectsInvalidAdvances(String body, String pointer, String code) {
    assertFault(admin.post(fixture.newTenant() + "/test-clock/advance", body), pointer, code);
  }
}
