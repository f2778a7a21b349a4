package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.PlaceCall;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The agent follows the version of the order type at acceptance. */
class AgentBriefingTest {
  private static final String NEXT_VERSION =
      """
      WITH type AS (
        UPDATE order_type SET version = version + 1 WHERE tenant_id = $1
        RETURNING tenant_id, key, version)
      INSERT INTO order_type_version (tenant_id, key, version, agent, defaults)
      SELECT tenant_id, key, version, $2::text::json, '{"variables": {"tone": "firm"}}' FROM type
      RETURNING version
      """;

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

  private void nextVersion(String agent) {
    assertThat(fixture.query(NEXT_VERSION, tenant.id(), agent)).hasSize(1);
  }

  private PlaceCall placed(PlacedOrder order) {
    return gateway.placed.stream()
        .filter(call -> call.orderId().equals(order.id()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void usesTheVersionAtAcceptance() {
    PlacedOrder first = tenant.anOrder().to(MagicLine.BUSY).place();
    nextVersion(
        """
        {"objective": "Ask for a date.", "opening": "Say why.", "persona": "Firm.",
         "voice": "clara", "locale": "en-GB"}
        """);
    PlacedOrder second = tenant.anOrder().to(MagicLine.BUSY).place();
    nextVersion("{\"objective\": \"Never used.\"}");
    fixture.query(
        "UPDATE order_type SET status = 'archived' WHERE tenant_id = $1 RETURNING key",
        tenant.id());

    fixture.dialDue();

    PlaceCall.Agent before = placed(first).agent();
    assertThat(before.orderType()).isEqualTo("payment_reminder");
    assertThat(before.version()).isEqualTo(1);
    assertThat(before.objective()).startsWith("Remind the person");
    assertThat(before.voice()).isNull();
    assertThat(placed(first).locale()).isEqualTo("de-DE");
    assertThat(placed(first).briefing().variables()).isEmpty();
    assertThat(placed(second).agent())
        .isEqualTo(
            new PlaceCall.Agent(
                "payment_reminder", 2, "Ask for a date.", "Say why.", "Firm.", "clara"));
    assertThat(placed(second).locale()).isEqualTo("en-GB");
    assertThat(placed(second).briefing().variables()).containsEntry("tone", "firm");
  }
}
