package eu.callorders.server.admin;

import static eu.callorders.server.admin.AdminListenerFixture.TENANTS;
import static eu.callorders.server.admin.AdminListenerFixture.assertFault;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.outcome.OutcomeRules;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestHttpClient.Response;
import eu.callorders.server.TestNode;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.OutcomeRulesJson;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantDefaults;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What results and signals of a tenant lead to, as operators set it. */
class TenantOutcomesTest {
  @AutoClose private static final AdminListenerFixture fixture = new AdminListenerFixture();
  private static final TestHttpClient admin = fixture.admin;

  private final String address = fixture.newTenant();

  @Test
  void recommendedSetsTheWholeTable() {
    JsonNode rules = patch("{'outcome_rules': 'recommended'}").path("outcome_rules");

    String expected =
        """
        {"wrong_number": {"hold_on": "number", "days": null},
         "deceased_reported": {"hold_on": "subject", "days": null},
         "represented": {"hold_on": "subject", "days": null},
         "insolvency_reported": {"hold_on": "subject", "days": null},
         "disputed": {"hold_on": "claim", "days": null},
         "payment_claimed": {"hold_on": "claim", "days": 10},
         "payment_promised": {"hold_on": "claim", "days": 3},
         "hardship_stated": {"hold_on": "subject", "days": 30},
         "identity_not_confirmed": {"hold_on": "number", "days": 30}}
        """;
    assertThat(rules).isEqualTo(Json.parse(expected));
    assertThat(admin.get(address).body().path("outcome_rules")).isEqualTo(rules);
    assertThat(admin.patch(address, Json.object().set("outcome_rules", rules).toString()).body())
        .isEqualTo(admin.get(address).body());
  }

  @Test
  void rulesChangeRowByRow() {
    patch("{'outcome_rules': 'recommended'}");
    JsonNode rules =
        patch(
                "{'outcome_rules': {'disputed': null, 'payment_claimed': {'days': 21},"
                    + " 'hardship_stated': {'days': null, 'hold_on': 'claim'}}}")
            .path("outcome_rules");
    assertThat(rules.path("disputed").isNull()).isTrue();
    assertThat(rules.at("/payment_claimed").toString())
        .isEqualTo("{\"hold_on\":\"claim\",\"days\":21}");
    assertThat(rules.at("/hardship_stated").toString())
        .isEqualTo("{\"hold_on\":\"claim\",\"days\":null}");
    assertThat(rules.at("/wrong_number/hold_on").asText()).isEqualTo("number");

    JsonNode back = patch("{'outcome_rules': {'disputed': {}}}").path("outcome_rules");
    assertThat(back.at("/disputed").toString()).isEqualTo("{\"hold_on\":\"claim\",\"days\":null}");

    assertThat(patch("{'outcome_rules': null}").path("outcome_rules"))
        .isEqualTo(OutcomeRulesJson.write(OutcomeRules.NONE));
  }

  /** Before the maintenance has found the tenant. */
  @Test
  void firstChangeAfterAnUpgradeSaysWhatTheTenantKeeps() {
    UUID id = IdKind.TENANT.parse(address.substring(TENANTS.length() + 1)).orElseThrow();
    TestNode.await(
        fixture
            .node
            .database
            .workers()
            .preparedQuery("UPDATE tenant SET outcome_rules = NULL WHERE id = $1")
            .execute(Tuple.of(id)));

    patch("{'name': 'Renamed'}");
    patch("{'name': 'Renamed again'}");

    assertThat(fixture.auditLog("tenant_id=" + IdKind.TENANT.format(id)))
        .extracting(entry -> entry.path("action").asText())
        .containsExactly(
            "tenant.updated", "tenant.updated", "tenant.settings_kept", "tenant.created");
  }

  @Test
  void newLiveTenantsHoldAfterHarmfulOutcomes() {
    Tenant live = TenantDefaults.tenant(UUID.randomUUID(), "Live", "live");

    assertThat(live.outcomes().rules()).isEqualTo(OutcomeRules.PROTECTIVE);
    assertThat(TenantDefaults.tenant(UUID.randomUUID(), "Sandbox", "sandbox").outcomes().rules())
        .isEqualTo(OutcomeRules.NONE);
  }

  @Test
  void otherSettingsChangeAndGoBack() {
    JsonNode changed =
        patch(
            "{'signals_end_orders': true, 'promise_grace_days': 0,"
                + " 'promise_signal': 'promise.broken'}");

    assertThat(changed.path("signals_end_orders").booleanValue()).isTrue();
    assertThat(changed.path("promise_grace_days").intValue()).isZero();
    assertThat(changed.path("promise_signal").asText()).isEqualTo("promise.broken");
    assertThat(admin.get(address).body()).isEqualTo(changed);

    JsonNode back =
        patch("{'signals_end_orders': null, 'promise_grace_days': null, 'promise_signal': null}");
    assertThat(back.path("signals_end_orders").booleanValue()).isFalse();
    assertThat(back.path("promise_grace_days").intValue()).isEqualTo(3);
    assertThat(back.path("promise_signal").isNull()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'outcome_rules': {'voicemail': null} | /outcome_rules/voicemail | unknown_member",
        "'outcome_rules': {'callback_requested': {'hold_on': 'subject'}}"
            + " | /outcome_rules/callback_requested | unknown_member",
        "'outcome_rules': {'disputed': {'hold_on': 'everyone'}}"
            + " | /outcome_rules/disputed/hold_on | enum",
        "'outcome_rules': {'disputed': {'days': 0}} | /outcome_rules/disputed/days | minimum",
        "'outcome_rules': {'disputed': {'days': 366}} | /outcome_rules/disputed/days | maximum",
        "'outcome_rules': {'disputed': {'until': 1}} | /outcome_rules/disputed/until"
            + " | unknown_member",
        "'outcome_rules': {'disputed': true} | /outcome_rules/disputed | type",
        "'outcome_rules': 'all' | /outcome_rules | pattern",
        "'outcome_rules': [] | /outcome_rules | type",
        "'signals_end_orders': 'yes' | /signals_end_orders | type",
        "'promise_grace_days': -1 | /promise_grace_days | minimum",
        "'promise_grace_days': 366 | /promise_grace_days | maximum",
        "'promise_signal': 'overdue' | /promise_signal | pattern",
        "'promise_signal': 'payment.received' | /promise_signal | inconsistent",
        "'promise_signal': 'claim.disputed' | /promise_signal | inconsistent"
      })
  void reportsFaults(String member, String pointer, String code) {
    JsonNode before = admin.get(address).body();

    assertFault(admin.patch(address, ("{" + member + "}").replace('\'', '"')), pointer, code);
    assertFault(
        admin.post(TENANTS, ("{'name': 'x', " + member + "}").replace('\'', '"')), pointer, code);

    assertThat(admin.get(address).body()).isEqualTo(before);
  }

  private JsonNode patch(String change) {
    Response response = admin.patch(address, change.replace('\'', '"'));
    assertThat(response.status()).as(response.text()).isEqualTo(200);
    return response.body();
  }
}
