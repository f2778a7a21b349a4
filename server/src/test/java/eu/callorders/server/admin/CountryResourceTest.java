package eu.callorders.server.admin;

import static eu.callorders.server.admin.AdminListenerFixture.assertFault;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestHttpClient.Response;
import eu.callorders.server.json.Json;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class CountryResourceTest {
  private static final String COUNTRIES = "/admin/v1/countries";
  private static final String RULE =
      """
      {"local_call_times": [{"days": ["mon", "tue"], "from": "09:00", "to": "12:00"},
                            {"days": ["mon"], "from": "13:00", "to": "24:00"}],
       "on_holidays": true, "max_dials_per_7_days": 7, "max_conversations_per_7_days": 1,
       "basis_required": true, "valid_from": "2027-01-01", "reviewed_on": "2026-11-27", "source": "a law"}
      """;

  @AutoClose private final AdminListenerFixture fixture = new AdminListenerFixture();
  private final TestHttpClient admin = fixture.admin;

  @Test
  void showsRuleOfTheRelease() {
    Response shown = admin.get(COUNTRIES + "/FR");

    assertThat(shown.status()).as(shown.text()).isEqualTo(200);
    assertThat(shown.header("ETag")).isEqualTo("\"1\"");
    assertThat(shown.body())
        .isEqualTo(
            Json.parse(
                """
                {"country": "FR", "version": 1, "rule": "FR/1", "local_call_times": [
                   {"days": ["mon", "tue", "wed", "thu", "fri"], "from": "10:00", "to": "13:00"},
                   {"days": ["mon", "tue", "wed", "thu", "fri"], "from": "14:00", "to": "20:00"}],
                 "on_holidays": false, "basis_required": false, "valid_from": "2020-01-01",
                 "reviewed_on": "2026-11-20",
                 "source": "rule for prospecting calls as the cautious choice: \
                Code de la consommation, art. D. 223-9"}
                """));
    assertThat(admin.get(COUNTRIES + "/US").body().path("max_dials_per_7_days").asInt())
        .isEqualTo(7);
  }

  @Test
  void replacesRule() {
    Response replaced = put("DE", RULE, "If-Match", "\"1\"");

    JsonNode country = replaced.body();
    assertThat(replaced.status()).as(replaced.text()).isEqualTo(200);
    assertThat(replaced.header("ETag")).isEqualTo("\"2\"");
    assertThat(country.path("rule").asText()).isEqualTo("DE/2");
    assertThat(country.path("changed_by").asText()).isEqualTo("operator");
    assertThat(country.path("changed_at").asText()).isEqualTo("2026-03-02T09:00:00.000Z");
    Json.parse(RULE)
        .properties()
        .forEach(each -> assertThat(country.get(each.getKey())).isEqualTo(each.getValue()));
    assertThat(admin.get(COUNTRIES + "/DE").body()).isEqualTo(country);
    assertThat(fixture.auditLog("limit=1").toString())
        .contains("\"country.updated\"", "\"DE/2\"", "\"source\":\"a law\"");
  }

  @Test
  void equalRuleIsNoChange() {
    put("DE", RULE);
    Response again = put("DE", RULE);

    assertThat(again.header("ETag")).isEqualTo("\"2\"");
    assertThat(fixture.auditLog("action=country.updated")).hasSize(1);
  }

  @Test
  void refusesStaleVersion() {
    put("DE", RULE);

    Response refused = put("DE", RULE.replace("a law", "another"), "If-Match", "\"1\"");

    assertThat(refused.status()).as(refused.text()).isEqualTo(412);
    assertThat(refused.code()).isEqualTo("precondition_failed");
    assertThat(admin.get(COUNTRIES + "/DE").body().path("source").asText()).isEqualTo("a law");
    assertThat(put("DE", RULE.replace("a law", "another"), "If-Match", "\"2\"").status())
        .isEqualTo(200);
  }

  @Test
  void countryWithoutRuleOfItsOwnHasThatOfAllOthers() {
    Response before = admin.get(COUNTRIES + "/CH");
    assertThat(before.header("ETag")).isEqualTo("\"0\"");
    assertThat(before.body().path("rule").asText()).isEqualTo("*/1");

    put("*", RULE.replace("\"valid_from\": \"2027-01-01\", ", ""));
    JsonNode changed = admin.get(COUNTRIES + "/CH").body();
    assertThat(changed.path("rule").asText()).isEqualTo("*/2");
    assertThat(changed.path("version").asInt(-1)).isZero();
    assertThat(changed.has("valid_from")).isFalse();
    assertThat(put("CH", RULE, "If-Match", "\"0\"").body().path("rule").asText()).isEqualTo("CH/1");
  }

  @Test
  void listsCountriesWithRules() {
    put("CH", RULE);

    JsonNode page = admin.get(COUNTRIES).body();

    assertThat(page.path("has_more").asBoolean(true)).isFalse();
    assertThat(page.path("data").findValuesAsText("rule"))
        .containsExactly(
            "*/1", "AT/1", "CH/1", "DE/1", "ES/1", "FR/1", "GB/1", "IT/1", "NL/1", "PL/1", "US/1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"XX", "de", "DEU", "x", "-", "49"})
  void unknownCountryIsNotFound(String code) {
    assertThat(admin.get(COUNTRIES + "/" + code).code()).isEqualTo("not_found");
    assertThat(put(code, RULE).code()).isEqualTo("not_found");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"source\": \"a law\" | \"source\": \"\" | /source | min_length",
        "\"reviewed_on\": \"2026-11-27\", | `` | /reviewed_on | required",
        "\"2026-11-27\" | \"2026-02-30\" | /reviewed_on | format",
        "\"2027-01-01\" | \"soon\" | /valid_from | format",
        "\"on_holidays\": true | \"on_holidays\": \"yes\" | /on_holidays | type",
        "\"basis_required\": true | \"basis_required\": 1 | /basis_required | type",
        "per_7_days\": 7 | per_7_days\": 0 | /max_dials_per_7_days | minimum",
        "\"12:00\" | \"25:00\" | /local_call_times/0/to | pattern",
        "\"12:00\" | \"09:00\" | /local_call_times/0/to | inconsistent",
        "\"13:00\" | \"11:59\" | /local_call_times/1 | inconsistent",
        "\"days\": [\"mon\"] | \"days\": [\"monday\"] | /local_call_times/1/days/0 | enum",
        "\"source\" | \"limit\": 1, \"source\" | /limit | unknown_member",
      })
  void reportsFaultsWithPointers(String valid, String invalid, String pointer, String code) {
    assertFault(put("DE", RULE.replace(valid, invalid)), pointer, code);
    assertThat(admin.get(COUNTRIES + "/DE").header("ETag")).isEqualTo("\"1\"");
  }

  private Response put(String code, String rule, String... headers) {
    return admin.send("PUT", COUNTRIES + "/" + code, rule, headers);
  }
}
