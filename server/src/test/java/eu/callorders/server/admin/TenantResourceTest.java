package eu.callorders.server.admin;

import static eu.callorders.server.TestNode.await;
import static eu.callorders.server.admin.AdminListenerFixture.TENANTS;
import static eu.callorders.server.admin.AdminListenerFixture.UNKNOWN_TENANT;
import static eu.callorders.server.admin.AdminListenerFixture.assertFault;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestHttpClient.Response;
import eu.callorders.server.TestNode;
import eu.callorders.server.database.Locks;
import eu.callorders.server.json.Json;
import eu.callorders.server.ordertype.DefaultOrderType;
import eu.callorders.server.ordertype.OrderType;
import eu.callorders.server.ordertype.OrderTypeStore;
import eu.callorders.server.ordertype.OrderTypeStore.TypeKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TenantResourceTest {
  @AutoClose private static final AdminListenerFixture fixture = new AdminListenerFixture();
  private static final TestHttpClient admin = fixture.admin;
  private static final TestNode node = fixture.node;

  @Test
  void createsTenantWithDefaults() {
    Response created = admin.post(TENANTS, "{\"name\": \"Muster GmbH\"}");

    assertThat(created.status()).isEqualTo(201);
    String id = created.body().path("tenant_id").textValue();
    assertThat(created.header("Location")).isEqualTo(TENANTS + "/" + id);
    String expected =
        """
        {"tenant_id": "%s", "name": "Muster GmbH", "environment": "sandbox",
         "default_locale": "de-DE", "verification_mode": "date_of_birth",
         "calling_hours": {"local_call_times": []},
         "quotas": {"max_concurrent_calls": 50, "max_dials_per_day": 100000,
                    "max_contacts_per_subject_per_day": 10,
                    "max_contacts_per_number_per_day": null, "max_open_orders": 1000000},
         "rate_limit": null, "body_limit": null,
         "allowed_countries": ["*"],
         "retention": {"transcript_mode": "structured", "transcript_retention": "P90D",
                       "recording_retention": "P0D", "result_months": 36},
         "features": {"recording_enabled": false, "sequences_enabled": true},
         "webhook_egress_ips": [], "disabled": false, "timezone": "Europe/Berlin",
         "caller_ids": [], "disclosures": {}, "signals_end_orders": false, "promise_grace_days": 3,
         "promise_signal": null, "outcome_rules": {
           "wrong_number": null, "deceased_reported": null, "represented": null,
           "insolvency_reported": null, "disputed": null, "payment_claimed": null,
           "payment_promised": null, "hardship_stated": null, "identity_not_confirmed": null}}
        """;
    assertThat(created.body()).isEqualTo(Json.parse(expected.formatted(id)));
    assertThat(admin.get(TENANTS + "/" + id).body()).isEqualTo(created.body());
    TypeKey reminder = new TypeKey(IdKind.TENANT.parse(id).orElseThrow(), DefaultOrderType.KEY);
    Map<TypeKey, OrderType> types =
        await(
            fixture.node.database.asWorker(
                connection -> OrderTypeStore.findCurrent(connection, List.of(reminder))));
    assertThat(types).containsKey(reminder);
  }

  @Test
  void createsTenantWithAllSettings() {
    String chosen =
        """
        {"name": "Chosen", "default_locale": "en-GB", "verification_mode": "postal_code",
         "calling_hours": {"local_call_times": [
             {"days": ["mon", "fri"], "from": "09:00", "to": "24:00"}],
           "timezone": "Europe/London"},
         "quotas": {"max_concurrent_calls": 1, "max_dials_per_day": 2,
                    "max_contacts_per_subject_per_day": 3,
                    "max_contacts_per_number_per_day": 5, "max_open_orders": 4},
         "rate_limit": "100/200", "body_limit": "4194304/1048576",
         "allowed_countries": ["AT", "DE"],
         "retention": {"transcript_mode": "none", "transcript_retention": "P1D",
                       "recording_retention": "P2D", "result_months": 1},
         "features": {"recording_enabled": false, "sequences_enabled": false},
         "disabled": true, "timezone": "Europe/London", "caller_ids": ["+442079460000"],
         "disclosures": {"de": "Guten Tag.", "en": "This call is not recorded."}}
        """;
    JsonNode stored = fixture.stored(admin.post(TENANTS, chosen));

    Json.parse(chosen)
        .properties()
        .forEach(member -> assertThat(stored.get(member.getKey())).isEqualTo(member.getValue()));
  }

  @Test
  void changesTenantByMergePatch() {
    JsonNode before = fixture.stored(admin.post(TENANTS, "{\"name\": \"Before\"}"));
    String address = TENANTS + "/" + before.path("tenant_id").textValue();
    String change =
        """
        {"name": "After", "quotas": {"max_open_orders": 7},
         "calling_hours": {"timezone": "Europe/Paris"}, "caller_ids": ["+33199000000"]}
        """;
    Response changed = admin.patch(address, change);

    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.body().path("name").textValue()).isEqualTo("After");
    assertThat(changed.body().at("/quotas/max_open_orders").intValue()).isEqualTo(7);
    assertThat(changed.body().at("/quotas/max_dials_per_day").intValue()).isEqualTo(100_000);
    assertThat(changed.body().at("/calling_hours/timezone").textValue()).isEqualTo("Europe/Paris");

    String back =
        """
        {"name": "Before", "quotas": {"max_open_orders": null},
         "calling_hours": {"timezone": null}, "caller_ids": null}
        """;
    assertThat(admin.patch(address, back).body()).isEqualTo(before);
    assertThat(admin.patch(address, "{}").body()).isEqualTo(before);
    assertThat(admin.get(address).body()).isEqualTo(before);
  }

  @Test
  void changeOfCountriesWaitsForDialsThatAreDecided() throws Exception {
    String tenant = fixture.newTenant();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks dial = HeldLocks.of(node.vertx, node.postgres, Locks.dialing())) {
      assertThat(admin.patch(tenant, "{\"name\": \"Meanwhile\"}").status()).isEqualTo(200);
      Future<Response> change =
          threads.submit(() -> admin.patch(tenant, "{\"allowed_countries\": [\"DE\"]}"));
      dial.awaitWaiter();
      assertThat(admin.get(tenant).body().at("/allowed_countries/0").textValue()).isEqualTo("*");

      dial.release();

      assertThat(change.get().body().at("/allowed_countries/0").textValue()).isEqualTo("DE");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'quotas': {'max_dials_per_day': -1} | /quotas/max_dials_per_day | minimum",
        "'quotas': {'max_dials_per_day': 1.5} | /quotas/max_dials_per_day | type",
        "'quotas': {'dials': 1} | /quotas/dials | unknown_member",
        "'nam': 1 | /nam | unknown_member",
        "'timezone': 'Mars/Olympus' | /timezone | unknown_time_zone",
        "'timezone': '+02:00' | /timezone | unknown_time_zone",
        "'default_locale': 'german' | /default_locale | pattern",
        "'verification_mode': 'pin' | /verification_mode | enum",
        "'retention': {'result_months': 0} | /retention/result_months | minimum",
        "'retention': {'transcript_retention': '90 days'} | /retention/transcript_retention |"
            + " pattern",
        "'retention': {'transcript_retention': 'P'} | /retention/transcript_retention | pattern",
        "'retention': {'transcript_mode': 'all'} | /retention/transcript_mode | enum",
        "'features': {'recording_enabled': true} | /features/recording_enabled | enum",
        "'allowed_countries': ['DE', 'XX'] | /allowed_countries/1 | enum",
        "'allowed_countries': ['de'] | /allowed_countries/0 | pattern",
        "'allowed_countries': [] | /allowed_countries | min_items",
        "'quotas': {'max_contacts_per_number_per_day': -1}"
            + " | /quotas/max_contacts_per_number_per_day | minimum",
        "'caller_ids': ['030'] | /caller_ids/0 | invalid_phone_number",
        "'rate_limit': '0/5' | /rate_limit | pattern",
        "'body_limit': '1MB/5MB' | /body_limit | pattern",
        "'body_limit': '4194304/1048575' | /body_limit | inconsistent",
        "'disclosures': {'de': ''} | /disclosures/de | min_length",
        "'disclosures': {'sv': 'Hej.'} | /disclosures/sv | unknown_member",
        "'calling_hours': {'local_call_times': [{'days': ['mon'], 'from': '10:00', 'to': '10:00'}]}"
            + " | /calling_hours/local_call_times/0/to | inconsistent",
        "'calling_hours': {'local_call_times': [{'days': ['mon'], 'from': '10:00', 'to': '12:00'},"
            + " {'days': ['mon'], 'from': '11:00', 'to': '13:00'}]}"
            + " | /calling_hours/local_call_times/1 | inconsistent",
        "'calling_hours': {'local_call_times': [{'days': [], 'from': '10:00', 'to': '11:00'}]}"
            + " | /calling_hours/local_call_times/0/days | min_items",
      })
  void reportsFaultsOfTenant(String member, String pointer, String code) {
    String body = ("{'name': 'x', " + member + "}").replace('\'', '"');

    assertFault(admin.post(TENANTS, body), pointer, code);
    assertFault(admin.patch(fixture.newTenant(), body), pointer, code);
  }

  @Test
  void limitsAdditionsToDisclosures() {
    String tenant = fixture.newTenant();
    String body = "{\"disclosures\": {\"de\": \"%s\"}}";

    assertThat(admin.patch(tenant, body.formatted("\ud83d\ude42".repeat(200))).status())
        .isEqualTo(200);
    assertFault(
        admin.patch(tenant, body.formatted("x".repeat(201))), "/disclosures/de", "max_length");
    assertThat(admin.get(tenant).body().at("/disclosures/de").asText()).startsWith("\ud83d\ude42");
    admin.patch(tenant, "{\"disclosures\": {\"de\": null}}");
    assertThat(admin.get(tenant).body().path("disclosures")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {"{} | required", "{'name': null} | type", "{'name': ''} | min_length"})
  void requiresNameOfTenant(String body, String code) {
    assertFault(admin.post(TENANTS, body.replace('\'', '"')), "/name", code);
  }

  @Test
  void listsTenantsInPages() {
    for (String name : List.of("P1", "P2", "P3", "P4", "P5")) {
      node.clock.advance(Duration.ofMillis(1));
      fixture.stored(admin.post(TENANTS, "{\"name\": \"" + name + "\"}"));
    }
    List<String> read = new ArrayList<>();
    String after = "";
    boolean hasMore = true;
    while (hasMore) {
      JsonNode page = admin.get(TENANTS + "?limit=2" + after).body();
      page.path("data").forEach(tenant -> read.add(tenant.path("tenant_id").textValue()));
      hasMore = page.path("has_more").booleanValue();
      assertThat(page.path("next_cursor").isNull()).isEqualTo(!hasMore);
      after = "&after=" + page.path("next_cursor").asText();
    }

    assertThat(read).hasSizeGreaterThanOrEqualTo(5).doesNotHaveDuplicates();
    assertThat(admin.get(TENANTS + "?limit=100").body().path("data").findValuesAsText("name"))
        .startsWith("P5", "P4", "P3", "P2", "P1")
        .hasSize(read.size());
    assertThat(admin.get(TENANTS + "?after=x").code()).isEqualTo("invalid_cursor");
    assertThat(admin.get(TENANTS + "?limit=0").status()).isEqualTo(422);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/test-clock", "/registrations", "/registrations/cli_x"})
  void returns404ForUnknownTenants(String path) {
    assertThat(admin.get(UNKNOWN_TENANT + path).code()).isEqualTo("not_found");
    assertThat(admin.get(TENANTS + "/nonsense" + path).code()).isEqualTo("not_found");
  }
}
