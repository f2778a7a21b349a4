package eu.callorders.server.admin;

import static eu.callorders.server.admin.AdminListenerFixture.assertFault;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestHttpClient.Response;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialingHaltResourceTest {
  @AutoClose private static final AdminListenerFixture fixture = new AdminListenerFixture();
  private static final TestHttpClient admin = fixture.admin;

  private static final String HALT = "/admin/v1/dialing/halt";
  private static final String RESUME = "/admin/v1/dialing/resume";

  @Test
  void haltsAndResumesDialing() {
    String tenant = fixture.newTenant();
    String id = tenant.substring(tenant.lastIndexOf('/') + 1);
    String narrow =
        """
        {"tenant_id": "%s", "country": "DE", "order_type": "payment_reminder",
         "reason": "wrong amounts"}
        """
            .formatted(id);
    Response halted = admin.post(HALT, narrow);

    assertThat(halted.status()).as(halted.text()).isEqualTo(200);
    JsonNode halt = halted.body().at("/halts/0");
    assertThat(halt.path("tenant_id").textValue()).isEqualTo(id);
    assertThat(halt.path("country").textValue()).isEqualTo("DE");
    assertThat(halt.path("order_type").textValue()).isEqualTo("payment_reminder");
    assertThat(halt.path("reason").textValue()).isEqualTo("wrong amounts");
    assertThat(admin.post(HALT, narrow).body()).isEqualTo(halted.body());
    Response listed = admin.get("/admin/v1/dialing/halts");
    assertThat(listed.status()).isEqualTo(200);
    assertThat(listed.body().path("data")).isEqualTo(halted.body().path("halts"));
    assertThat(listed.body().path("halts")).isEqualTo(halted.body().path("halts"));
    assertThat(listed.body().path("has_more")).isEqualTo(BooleanNode.FALSE);
    assertThat(listed.body().path("next_cursor").isNull()).isTrue();
    assertThat(admin.post(HALT, "{\"reason\": \"fire\"}").body().path("halts")).hasSize(2);

    int before = fixture.resumed.get();
    String ofTenant = "{\"tenant_id\": \"" + id + "\", \"reason\": \"corrected\"}";
    assertThat(admin.post(RESUME, ofTenant).body().at("/halts/0/reason").textValue())
        .isEqualTo("fire");
    assertThat(admin.post(RESUME, "{\"reason\": \"out\"}").body().path("halts")).isEmpty();
    assertThat(fixture.resumed.get()).isEqualTo(before + 2);
    assertThat(fixture.auditLog("tenant_id=" + id))
        .extracting(it -> it.path("action").asText() + " " + it.path("target").asText())
        .startsWith(
            "dialing.resumed " + halt.path("id").asText(),
            "dialing.halted " + halt.path("id").asText());
    assertThat(fixture.auditLog("action=dialing.halted"))
        .extracting(it -> it.at("/details/reason").asText())
        .startsWith("fire", "wrong amounts");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | /reason | required",
        "{'reason': ''} | /reason | min_length",
        "{'reason': 'x', 'country': 'de'} | /country | pattern",
        "{'reason': 'x', 'order_type': 'A'} | /order_type | pattern",
        "{'reason': 'x', 'tenant_id': 'tn_00000000000000000000000000'} | /tenant_id | enum",
        "{'reason': 'x', 'tenant_id': 'nonsense'} | /tenant_id | enum",
        "{'reason': 'x', 'tenant': 'y'} | /tenant | unknown_member",
      })
  void reportsFaultsOfHalt(String body, String pointer, String code) {
    assertFault(admin.post(HALT, body.replace('\'', '"')), pointer, code);
    assertFault(admin.post(RESUME, body.replace('\'', '"')), pointer, code);
  }
}
