package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.json.Json;
import org.junit.jupiter.api.Test;

class GetTenantTest {
  private final RunningService service = RunningService.shared();

  @Test
  void showsSettings() {
    RunningTenant tenant = service.newTenant();

    assertThat(tenant.with("config:read").get("/v1/tenant").is(200).body())
        .isEqualTo(
            Json.parse(
                """
                {"tenant_id": "%s", "name": "Test", "environment": "sandbox",
                 "default_locale": "de-DE", "verification_mode": "date_of_birth",
                 "calling_hours": {"local_call_times": []},
                 "quotas": {"max_concurrent_calls": 50, "max_dials_per_day": 100000,
                            "max_contacts_per_subject_per_day": 10},
                 "allowed_countries": ["*"],
                 "retention": {"transcript_mode": "structured", "transcript_retention": "P90D",
                               "recording_retention": "P0D", "result_months": 36},
                 "features": {"recording_enabled": false, "sequences_enabled": true},
                 "webhook_egress_ips": []}
                """
                    .formatted(tenant.id())));
  }

  @Test
  void showsChangesAtOnce() {
    RunningTenant tenant = service.newTenant();
    Api api = tenant.api();
    service
        .admin()
        .patch(
            "/admin/v1/tenants/" + tenant.id(),
            "{\"quotas\": {\"max_concurrent_calls\": 7}, \"timezone\": \"Europe/Paris\"}");

    ServiceResponse shown = api.get("/v1/tenant").is(200);
    assertThat(shown.at("/quotas/max_concurrent_calls")).isEqualTo("7");
    assertThat(shown.at("/quotas/max_dials_per_day")).isEqualTo("100000");
    assertThat(shown.body().has("timezone")).isFalse();
    assertThat(shown.body().path("quotas").has("max_open_orders")).isFalse();
  }

  @Test
  void tenantSeesItselfOnly() {
    RunningTenant one = service.newTenant();
    RunningTenant other = service.newTenant();

    assertThat(one.api().get("/v1/tenant").at("/tenant_id")).isEqualTo(one.id());
    assertThat(other.api().get("/v1/tenant").at("/tenant_id")).isEqualTo(other.id());
  }

  @Test
  void rejectsQueryParameters() {
    ServiceResponse refused = service.newTenant().api().get("/v1/tenant?tenant_id=tn_1&x=%20");

    assertThat(refused.is(422, "validation_failed").errors())
        .containsExactlyInAnyOrder("/query/tenant_id unknown_member", "/query/x unknown_member");
  }
}
