package eu.callorders.server.admin;

import static eu.callorders.server.admin.AdminListenerFixture.UNKNOWN_TENANT;
import static eu.callorders.server.admin.AdminListenerFixture.assertFault;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestHttpClient.Response;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegistrationResourceTest {
  @AutoClose private static final AdminListenerFixture fixture = new AdminListenerFixture();
  private static final TestHttpClient admin = fixture.admin;

  @Test
  void createsRegistrationAndShowsSecretOnce() {
    String registrations = fixture.newTenant() + "/registrations";
    Response created = admin.post(registrations, "{\"name\": \"ERP\"}");
    JsonNode body = created.body();
    String address = registrations + "/" + body.path("client_id").textValue();

    assertThat(created.status()).isEqualTo(201);
    assertThat(created.header("Location")).isEqualTo(address);
    assertThat(body.path("client_secret").textValue()).startsWith("cosk_");
    assertThat(body.path("scopes")).hasSize(8);
    assertThat(body.at("/secrets/0/secret_id")).isEqualTo(body.path("secret_id"));
    Response read = admin.get(address);
    assertThat(read.text()).doesNotContain("cosk_");
    assertThat(read.body().path("name").textValue()).isEqualTo("ERP");
    assertThat(read.body().path("locked").booleanValue()).isFalse();
    assertThat(admin.get(registrations).body().path("data")).containsExactly(read.body());
  }

  @Test
  void changesRegistration() {
    String address = fixture.newRegistration(fixture.newTenant());
    String change =
        """
        {"scopes": ["orders:read"], "allowlist": ["192.0.2.0/24", "2001:db8::/32"],
         "disabled": true, "rate_limit": "5/10"}
        """;
    JsonNode changed = admin.patch(address, change).body();

    assertThat(changed.path("scopes").toString()).isEqualTo("[\"orders:read\"]");
    assertThat(changed.path("allowlist")).hasSize(2);
    assertThat(changed.path("disabled").booleanValue()).isTrue();
    assertThat(changed.path("rate_limit").textValue()).isEqualTo("5/10");
    assertThat(admin.patch(address, "{}").body()).isEqualTo(changed);

    String back =
        """
        {"scopes": null, "allowlist": null, "disabled": null, "rate_limit": null}
        """;
    JsonNode reset = admin.patch(address, back).body();
    assertThat(reset.path("scopes")).hasSize(8);
    assertThat(reset.path("allowlist")).isEmpty();
    assertThat(reset.path("disabled").booleanValue()).isFalse();
    assertThat(reset.has("rate_limit")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | /name | required",
        "{'name': 'x', 'scopes': ['orders:delete']} | /scopes/0 | enum",
        "{'name': 'x', 'allowlist': ['192.0.2.0/33']} | /allowlist/0 | format",
        "{'name': 'x', 'allowlist': ['10.0.0.0/8', 'example.org']} | /allowlist/1 | format",
        "{'name': 'x', 'allowlist': ['10/8']} | /allowlist/0 | format",
        "{'name': 'x', 'rate_limit': 'fast'} | /rate_limit | pattern",
        "{'name': 'x', 'rate_limit': '0/10'} | /rate_limit | pattern",
        "{'name': 'x', 'disabled': true} | /disabled | unknown_member",
      })
  void reportsFaultsOfRegistration(String body, String pointer, String code) {
    assertFault(
        admin.post(fixture.newTenant() + "/registrations", body.replace('\'', '"')), pointer, code);
  }

  @Test
  void limitsActiveSecretsToTwo() {
    String address = fixture.newRegistration(fixture.newTenant());
    String first = admin.get(address).body().at("/secrets/0/secret_id").textValue();
    Response second = admin.post(address + "/secrets", null);

    assertThat(second.status()).isEqualTo(201);
    assertThat(second.body().path("client_secret").textValue()).startsWith("cosk_");
    Response third = admin.post(address + "/secrets", null);
    assertThat(third.status()).isEqualTo(409);
    assertThat(third.code()).isEqualTo("secret_limit");

    assertThat(admin.delete(address + "/secrets/" + first).status()).isEqualTo(204);
    assertThat(admin.delete(address + "/secrets/" + first).status()).isEqualTo(404);
    String withTokens = address + "/secrets/" + first + "?revoke_tokens=true";
    assertThat(admin.delete(withTokens).status()).isEqualTo(204);
    assertThat(admin.delete(withTokens).status()).isEqualTo(404);
    assertThat(admin.post(address + "/secrets", null).status()).isEqualTo(201);
    assertThat(admin.get(address).body().path("secrets")).hasSize(3);
    assertThat(admin.delete(address + "/secrets/x?revoke_tokens=maybe").status()).isEqualTo(422);
  }

  @Test
  void unlocksRegistration() {
    Response unlocked = admin.post(fixture.newRegistration(fixture.newTenant()) + "/unlock", null);

    assertThat(unlocked.status()).isEqualTo(200);
    assertThat(unlocked.body().path("locked").booleanValue()).isFalse();
  }

  @Test
  void returns404ForRegistrationOfOtherTenant() {
    String mine = fixture.newRegistration(fixture.newTenant());
    String foreign = fixture.newTenant() + mine.substring(mine.indexOf("/registrations"));
    String secret = admin.get(mine).body().at("/secrets/0/secret_id").textValue();

    assertThat(admin.get(foreign).status()).isEqualTo(404);
    assertThat(admin.patch(foreign, "{\"disabled\": true}").status()).isEqualTo(404);
    assertThat(admin.post(foreign + "/secrets", null).status()).isEqualTo(404);
    assertThat(admin.post(foreign + "/unlock", null).status()).isEqualTo(404);
    assertThat(admin.delete(foreign + "/secrets/" + secret).status()).isEqualTo(404);
    assertThat(admin.patch(UNKNOWN_TENANT, "{}").status()).isEqualTo(404);
    assertThat(admin.post(UNKNOWN_TENANT + "/registrations", "{\"name\": \"x\"}").status())
        .isEqualTo(404);
  }
}
