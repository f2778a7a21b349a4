package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Updates of when an order may be dialed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpdateSchedulingTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  /** Simulates changed rules: the window allowed at acceptance is now a Sunday. */
  @Test
  void changesMetadataDespiteWindowViolation() {
    ServiceResponse before =
        tenant.scheduled(
            tenant
                .laterOrder()
                .set("/scheduling/on_window_violation", "reject")
                .set("/metadata/a", 1));
    String notBefore = before.at("/scheduling/window/not_before");
    Instant sunday = Instant.parse("2031-06-22T10:00:00Z");
    tenant
        .service()
        .sql(
            "UPDATE call_order_body SET document = replace(document::text, ?, ?)::json,"
                + " submitted_scheduling = replace(submitted_scheduling::text, ?, ?)::json"
                + " WHERE tenant_id = ?",
            notBefore,
            sunday.toString(),
            notBefore,
            sunday.toString(),
            tenant.uuid());

    api.patch(before.id(), "{\"scheduling\": {\"max_attempts\": 2}}")
        .is(422, "contact_window_violation");
    ServiceResponse after = api.patch(before.id(), "{\"metadata\": {\"a\": 2}}").is(200);
    assertThat(after.at("/metadata/a")).isEqualTo("2");
  }

  @Test
  void replansAfterSchedulingChange() {
    ServiceResponse before = tenant.scheduled(tenant.laterOrder());
    Instant later = tenant.now().plus(Duration.ofDays(13));
    ServiceResponse after =
        api.patch(
                before.id(), "{\"scheduling\": {\"window\": {\"not_before\": \"" + later + "\"}}}")
            .is(200);

    assertThat(after.at("/status")).isEqualTo("scheduled");
    assertThat(Instant.parse(after.at("/next_attempt_at")))
        .isAfterOrEqualTo(later.minusMillis(1))
        .isAfter(Instant.parse(before.at("/next_attempt_at")));
    ServiceResponse narrowed =
        api.patch(
                before.id(),
                "{\"scheduling\": {\"local_call_times\": [{\"days\": [\"fri\"],"
                    + " \"from\": \"15:00\", \"to\": \"15:30\"}]}}")
            .is(200);
    assertThat(narrowed.at("/next_attempt_at")).endsWith("T13:00:00.000Z");
    assertThat(narrowed.at("/compliance/contact_window_policy")).isEqualTo("statutory_narrowed");
    ServiceResponse widened =
        api.patch(before.id(), "{\"scheduling\": {\"local_call_times\": null}}").is(200);
    assertThat(widened.at("/next_attempt_at")).isEqualTo(after.at("/next_attempt_at"));
    assertThat(widened.at("/compliance/contact_window_policy")).isEqualTo("statutory");
    assertThat(tenant.eventTypes(before.id()))
        .startsWith("call_order.accepted", "call_order.scheduled")
        .filteredOn("call_order.updated"::equals)
        .hasSize(3);
  }

  @Test
  void dialsAtOnceAfterWindowIsRemoved() {
    ServiceResponse before = tenant.scheduled(tenant.laterOrder());
    api.patch(before.id(), "{\"scheduling\": {\"window\": null}}").is(200);

    ServiceResponse ended = tenant.awaitEnd(before.id());
    assertThat(ended.at("/status")).isEqualTo("completed");
    api.patch(before.id(), "{\"metadata\": {}}").is(409, "order_not_editable");
    api.patch(before.id(), "{\"metadata\": {}}", "\"stale\"").is(409, "order_not_editable");
  }

  @Test
  void expiresOrderWhoseWindowHasPassed() {
    ServiceResponse before =
        tenant.scheduled(
            tenant
                .order("06")
                .set("/scheduling/window/not_before", tenant.now().plus(Duration.ofDays(3))));
    ServiceResponse after =
        api.patch(
                before.id(),
                "{\"scheduling\": {\"window\": {\"not_before\": null,"
                    + " \"not_after\": \"2021-01-01T00:00:00Z\"}}}")
            .is(200);

    assertThat(tenant.awaitEnd(before.id()).at("/status")).isEqualTo("expired");
    assertThat(after.body().at("/scheduling/window").has("not_before")).isFalse();
  }

  @Test
  void emptyWindowHasNoEffect() {
    String id =
        tenant.create(
            tenant
                .order("06")
                .setJson(
                    "/scheduling/local_call_times",
                    "[{\"days\": [\"sat\"], \"from\": \"10:00\", \"to\": \"11:00\"}]"));
    ServiceResponse before = tenant.await(id, "scheduled");
    ServiceResponse after =
        api.patch(id, "{\"scheduling\": {\"window\": {\"not_after\": null}}}").is(200);

    assertThat(after.header("ETag")).isEqualTo(before.header("ETag"));
  }

  @Test
  void rejectsWindowViolationOnRequest() {
    ServiceResponse before = tenant.scheduled(tenant.laterOrder());
    Instant night = Instant.parse("2027-08-03T22:00:00Z");
    String patch =
        "{\"scheduling\": {\"on_window_violation\": \"reject\", \"window\": {\"not_before\": \""
            + night
            + "\"}}}";

    assertThat(api.patch(before.id(), patch).is(422, "contact_window_violation").at("/detail"))
        .containsPattern("\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z");
    assertThat(api.order(before.id()).text()).isEqualTo(before.text());
    assertThat(tenant.eventTypes(before.id())).doesNotContain("call_order.updated");
  }
}
