package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.dial.TestClient.ClientResponse;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The holidays of each distant year take milliseconds, which an event loop lacks. */
class DistantYearTest {
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(new ScriptedGateway());

  private final TestTenant tenant = fixture.tenant();
  private final TestClient client = new TestClient(fixture, tenant.id());

  @Test
  void computesHolidaysOfNewOrdersOnWorker() {
    ClientResponse response =
        client.create(
            "distant",
            tenant
                .anOrder()
                .notBefore(Instant.parse("2500-03-01T12:00:00Z"))
                .to(MagicLine.BUSY)
                .json());

    assertThat(response.status()).isEqualTo(202);
    assertThat(fixture.holidays.isComputedOnEventLoop(2500)).contains(false);
  }

  @Test
  void computesHolidaysOfEditedOrdersOnWorker() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();

    ClientResponse response =
        client.patch(
            order,
            order.tag(),
            "{\"scheduling\": {\"window\": {\"not_before\": \"2600-03-01T12:00:00Z\"}}}");

    assertThat(response.status()).isEqualTo(200);
    assertThat(fixture.holidays.isComputedOnEventLoop(2600)).contains(false);
  }

  @Test
  void computesHolidaysOfWindowOfTypeOnWorker() {
    fixture.query(
        """
        UPDATE order_type_version
           SET defaults = '{"scheduling": {"window": {"not_before": "2700-03-01T12:00:00Z"}}}'
         WHERE tenant_id = $1
        RETURNING key
        """,
        tenant.id());

    tenant.anOrder().to(MagicLine.BUSY).place();

    assertThat(fixture.holidays.isComputedOnEventLoop(2700)).contains(false);
  }

  @Test
  void computesHolidaysOfNearYearsOnEventLoop() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();

    int year = order.load().createdAt().atZone(ZoneOffset.UTC).getYear();
    assertThat(fixture.holidays.isComputedOnEventLoop(year)).contains(true);
  }
}
