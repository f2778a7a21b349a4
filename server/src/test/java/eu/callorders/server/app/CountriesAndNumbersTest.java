package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Await;
import eu.callorders.server.json.Json;
import org.junit.jupiter.api.Test;

/** Countries that a tenant may call, and the basis that a country requires, as clients see them. */
class CountriesAndNumbersTest {
  private static final String LATVIAN = "+37121234567";
  private static final String BASIS =
      """
      {"kind": "consent", "obtained_at": "2026-05-01T10:00:00+02:00", "evidence_ref": "form-17"}
      """;
  private static final JsonNode STORED_BASIS =
      Json.parse(
          """
          {"kind": "consent", "obtained_at": "2026-05-01T08:00:00.000Z", "evidence_ref": "form-17"}
          """);

  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();

  @Test
  void sandboxTenantMayCallEveryCountry() {
    ServiceResponse shown = tenant.api().get("/v1/tenant").is(200);

    assertThat(shown.body().path("allowed_countries")).isEqualTo(Json.parse("[\"*\"]"));
    assertThat(shown.body().path("quotas").has("max_contacts_per_number_per_day")).isFalse();
  }

  @Test
  void tenantSeesItsSettings() {
    change(
        "{\"allowed_countries\": [\"FR\", \"DE\"], \"quotas\":"
            + " {\"max_contacts_per_number_per_day\": 2}}");

    ServiceResponse shown = tenant.api().get("/v1/tenant").is(200);

    assertThat(shown.body().path("allowed_countries")).isEqualTo(Json.parse("[\"DE\", \"FR\"]"));
    assertThat(shown.at("/quotas/max_contacts_per_number_per_day")).isEqualTo("2");
    change("{\"name\": \"Renamed\"}");
    assertThat(tenant.api().get("/v1/tenant").at("/allowed_countries/1")).isEqualTo("FR");
  }

  @Test
  void rejectsOrderWithoutContactInAnAllowedCountry() {
    change("{\"allowed_countries\": [\"FR\"]}");
    OrderBody order = tenant.laterOrder();

    ServiceResponse refused = tenant.api().create(order.json()).is(422, "country_not_enabled");

    assertThat(refused.at("/errors/0/pointer")).isEqualTo("/contacts");
    change("{\"allowed_countries\": [\"DE\"]}");
    tenant.api().create(order.json()).is(202);
  }

  @Test
  void acceptsOrderWithOneContactInAnAllowedCountry() {
    change("{\"allowed_countries\": [\"FR\"]}");
    OrderBody order =
        tenant
            .laterOrder()
            .setJson("/contacts/1", "{\"channel\": \"phone\", \"value\": \"+33199001234\"}");

    tenant.api().create(order.json()).is(202);

    tenant.suppress("+33199001234", null);
    tenant.api().create(order.json()).is(422, "subject_suppressed");
  }

  @Test
  void countryRequiresABasis() {
    requireBasis("LV");
    OrderBody order = tenant.laterOrder().set("/contacts/0/value", LATVIAN);

    ServiceResponse refused = tenant.api().create(order.json()).is(422, "basis_required");

    assertThat(refused.at("/errors/0/pointer")).isEqualTo("/compliance_basis");
    tenant.api().create(order.setJson("/compliance_basis", BASIS).json()).is(202);
    tenant.api().create(tenant.laterOrder().json()).is(202);
  }

  @Test
  void orderShowsItsBasis() {
    OrderBody order = tenant.laterOrder().setJson("/compliance_basis", BASIS);

    ServiceResponse created = tenant.api().create(order.json()).is(202);

    assertThat(created.body().path("compliance_basis")).isEqualTo(STORED_BASIS);
    assertThat(tenant.api().order(created.id()).body().path("compliance_basis"))
        .isEqualTo(STORED_BASIS);
  }

  @Test
  void rejectsMalformedBasis() {
    assertFault("{}", "/compliance_basis/kind", "required");
    assertFault("{\"kind\": \"By law\"}", "/compliance_basis/kind", "pattern");
    assertFault("{\"kind\": \"law\", \"name\": \"x\"}", "/compliance_basis/name", "unknown_member");
    assertFault(
        "{\"kind\": \"law\", \"obtained_at\": \"2026-05-01\"}",
        "/compliance_basis/obtained_at",
        "format");
  }

  @Test
  void orderOfAnEnrollmentTakesTheBasisOfItsSignal() {
    requireBasis("LV");
    ObjectNode sequence =
        SequenceBody.of(
            "basis",
            "{\"id\": \"call\", \"type\": \"create_order\", \"order_type\": \"payment_reminder\"}");
    sequence.putObject("trigger").put("signal_type", "invoice.overdue");
    Api api = tenant.api();
    SequenceBody.activate(api, api.post(SequenceBody.PATH, sequence).is(201).id(), 1).is(200);
    OrderBody person = tenant.order("06").set("/contacts/0/value", LATVIAN);
    OrderBody signal = SignalBody.of("invoice.overdue", person, "1");

    ServiceResponse sent =
        api.post(SignalBody.PATH, signal.setJson("/compliance_basis", BASIS).json()).is(201);

    assertThat(sent.body().path("compliance_basis")).isEqualTo(STORED_BASIS);
    assertThat(api.get(SignalBody.PATH + "/" + sent.id()).body().path("compliance_basis"))
        .isEqualTo(STORED_BASIS);
    String enrollment = sent.at("/triggered/0/enrollment_id");
    JsonNode order =
        Await.until(
                "the enrollment has an order",
                () -> api.get("/v1/call-orders?enrollment_id=" + enrollment).is(200).rows(),
                rows -> !rows.isEmpty())
            .getFirst();
    assertThat(order.path("compliance_basis")).isEqualTo(STORED_BASIS);
  }

  @Test
  void enrollmentWithoutARequiredBasisFails() {
    requireBasis("LV");
    ObjectNode sequence =
        SequenceBody.of(
            "none",
            "{\"id\": \"call\", \"type\": \"create_order\", \"order_type\": \"payment_reminder\"}");
    sequence.putObject("trigger").put("signal_type", "invoice.overdue");
    Api api = tenant.api();
    SequenceBody.activate(api, api.post(SequenceBody.PATH, sequence).is(201).id(), 1).is(200);
    OrderBody person = tenant.order("06").set("/contacts/0/value", LATVIAN);

    ServiceResponse sent =
        api.post(SignalBody.PATH, SignalBody.of("invoice.overdue", person, "1").json()).is(201);

    String path = "/v1/enrollments/" + sent.at("/triggered/0/enrollment_id");
    ServiceResponse failed =
        Await.until(
            "the enrollment fails", () -> api.get(path), it -> it.at("/status").equals("failed"));
    assertThat(failed.at("/exit_reason")).isEqualTo("basis_required");
  }

  private void assertFault(String basis, String pointer, String code) {
    ServiceResponse refused =
        tenant
            .api()
            .create(tenant.laterOrder().setJson("/compliance_basis", basis).json())
            .is(422, "validation_failed");
    assertThat(refused.at("/errors/0/pointer")).isEqualTo(pointer);
    assertThat(refused.at("/errors/0/code")).isEqualTo(code);
  }

  private void change(String settings) {
    assertThat(service.admin().patch("/admin/v1/tenants/" + tenant.id(), settings).status())
        .isEqualTo(200);
  }

  private void requireBasis(String country) {
    String rule =
        """
        {"local_call_times": [{"days": ["mon", "tue", "wed", "thu", "fri"], "from": "09:00",
          "to": "18:00"}], "basis_required": true, "reviewed_on": "2026-11-27", "source": "a law"}
        """;
    assertThat(
            service
                .admin()
                .send("PUT", "/admin/v1/countries/" + country, rule)
                .body()
                .path("basis_required")
                .booleanValue())
        .isTrue();
  }
}
