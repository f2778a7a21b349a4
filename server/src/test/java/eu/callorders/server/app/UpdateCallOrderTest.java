package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UpdateCallOrderTest {
  private final RunningTenant tenant = RunningService.shared().newTenant();
  private final Api api = tenant.api();

  @Test
  void changesOnlyGivenMembers() {
    ServiceResponse before =
        tenant.scheduled(
            tenant
                .laterOrder()
                .set("/scheduling/retry/min_gap_hours", 9)
                .set("/metadata/a", "old")
                .set("/metadata/b", "old"));
    ServiceResponse after =
        api.patch(
                before.id(),
                "{\"scheduling\": {\"max_attempts\": 5, \"retry\":"
                    + " {\"randomize_within_window\": true}}}",
                before.header("ETag"))
            .is(200);

    assertThat(after.at("/scheduling/max_attempts")).isEqualTo("5");
    assertThat(after.body().at("/scheduling/retry").toString())
        .isEqualTo("{\"min_gap_hours\":9,\"randomize_within_window\":true}");
    assertThat(after.at("/scheduling/window/not_before"))
        .isEqualTo(before.at("/scheduling/window/not_before"));
    assertThat(after.body().path("metadata")).isEqualTo(before.body().path("metadata"));
    assertThat(after.body().path("subject")).isEqualTo(before.body().path("subject"));
    assertThat(after.header("ETag")).isNotEqualTo(before.header("ETag"));
    assertThat(api.order(before.id()).text()).isEqualTo(after.text());
    assertThat(api.order(before.id()).header("ETag")).isEqualTo(after.header("ETag"));
  }

  @Test
  void acceptsCreationETagAfterPlanning() {
    ServiceResponse created = api.create(tenant.laterOrder().json()).is(202);
    tenant.await(created.id(), "scheduled");

    ServiceResponse patched =
        api.patch(created.id(), "{\"metadata\": {\"n\": 1}}", created.header("ETag")).is(200);

    assertThat(patched.header("ETag")).isNotEqualTo(created.header("ETag"));
    api.patch(created.id(), "{\"metadata\": {\"n\": 2}}", created.header("ETag"))
        .is(412, "precondition_failed");
  }

  @Test
  void replacesMetadata() {
    ServiceResponse before =
        tenant.scheduled(tenant.laterOrder().set("/metadata/a", 1).set("/metadata/b", 2));
    ServiceResponse after = api.patch(before.id(), "{\"metadata\": {\"b\": \"x\"}}").is(200);
    assertThat(after.body().path("metadata").toString()).isEqualTo("{\"b\":\"x\"}");

    ServiceResponse emptied = api.patch(before.id(), "{\"metadata\": null}").is(200);
    assertThat(emptied.body().path("metadata").size()).isZero();
    assertThat(tenant.eventTypes(before.id()))
        .containsExactly(
            "call_order.accepted",
            "call_order.scheduled",
            "call_order.updated",
            "call_order.updated");
  }

  @Test
  void nullRestoresDefaultOfPinnedType() {
    tenant.orderType(
        "patient",
        "active",
        "{\"scheduling\": {\"max_attempts\": 6, \"retry\": {\"min_gap_hours\": 48}}}");
    ServiceResponse before =
        tenant.scheduled(
            tenant
                .laterOrder()
                .set("/order_type", "patient")
                .set("/scheduling/max_attempts", 2)
                .set("/scheduling/on_window_violation", "reject")
                .set("/scheduling/retry/min_gap_hours", 1));
    tenant.orderTypeVersion("patient", 2, "{\"scheduling\": {\"max_attempts\": 9}}");
    ServiceResponse one =
        api.patch(before.id(), "{\"scheduling\": {\"max_attempts\": null}}").is(200);
    assertThat(one.at("/scheduling/max_attempts")).isEqualTo("6");
    assertThat(one.at("/scheduling/retry/min_gap_hours")).isEqualTo("1");
    assertThat(one.at("/order_type_version")).isEqualTo("1");

    ServiceResponse all = api.patch(before.id(), "{\"scheduling\": null}").is(200);
    assertThat(all.body().path("scheduling"))
        .isEqualTo(
            Json.parse(
                "{\"max_attempts\": 6, \"retry\": {\"min_gap_hours\": 48,"
                    + " \"randomize_within_window\": false}, \"on_window_violation\": \"defer\"}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"scheduling\": {}}",
        "{\"scheduling\": {\"max_attempts\": 3}}",
        "{\"scheduling\": {\"max_attempts\": 3.0}}",
        "{\"scheduling\": {\"max_attempts\": null, \"window\": {}}}",
        "{\"scheduling\": {\"retry\": {}, \"on_window_violation\": \"defer\"}}",
        "{\"scheduling\": {\"local_call_times\": null, \"retry\": null}}",
        "{\"metadata\": {\"a\": 1}}",
        "{\"metadata\": {\"a\": 1}, \"scheduling\": {\"retry\": {\"min_gap_hours\": 4}}}"
      })
  void unchangedPatchHasNoEffect(String patch) {
    ServiceResponse before = tenant.scheduled(tenant.laterOrder().set("/metadata/a", 1));
    ServiceResponse after = api.patch(before.id(), patch).is(200);

    assertThat(after.text()).isEqualTo(before.text());
    assertThat(after.header("ETag")).isEqualTo(before.header("ETag"));
    assertThat(api.order(before.id()).header("ETag")).isEqualTo(before.header("ETag"));
    assertThat(tenant.eventTypes(before.id())).doesNotContain("call_order.updated");
  }

  @Test
  void rejectsStaleETag() {
    ServiceResponse before = tenant.scheduled(tenant.laterOrder());
    api.patch(before.id(), "{\"metadata\": {\"n\": 1}}", before.header("ETag")).is(200);

    api.patch(before.id(), "{\"metadata\": {\"n\": 2}}", before.header("ETag"))
        .is(412, "precondition_failed");
    api.patch(before.id(), "{\"metadata\": {\"n\": 1}}", before.header("ETag"))
        .is(412, "precondition_failed");
    api.patch(before.id(), "{\"metadata\": {\"n\": 3}}", "W/" + before.header("ETag"))
        .is(412, "precondition_failed");
    String current = api.order(before.id()).header("ETag");
    api.patch(before.id(), "{\"metadata\": {\"n\": 4}}", "\"x\", " + current).is(200);
    assertThat(api.order(before.id()).at("/metadata/n")).isEqualTo("4");
  }

  @Test
  void requiresIfMatch() {
    ServiceResponse before = tenant.scheduled(tenant.laterOrder());

    assertThat(
            api.send("PATCH", Api.ORDERS + "/" + before.id(), "{\"metadata\": {}}")
                .is(422, "validation_failed")
                .errors())
        .containsExactly("/header/If-Match required");
    assertThat(
            api.patch(before.id(), "{\"metadata\": {}}", "7").is(422, "validation_failed").errors())
        .containsExactly("/header/If-Match pattern");
  }

  @Test
  void oneOfManyConcurrentEditorsWins() {
    ServiceResponse before = tenant.scheduled(tenant.laterOrder());
    List<CompletableFuture<ServiceResponse>> editors = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String patch = "{\"metadata\": {\"editor\": " + i + "}}";
      editors.add(
          CompletableFuture.supplyAsync(
              () -> api.patch(before.id(), patch, before.header("ETag"))));
    }

    assertThat(editors.stream().map(CompletableFuture::join).map(ServiceResponse::status).sorted())
        .containsExactly(200, 412, 412, 412, 412, 412, 412, 412);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | '' | min_items",
        "{\"subject\": {}} | /subject | unknown_member",
        "{\"scheduling\": 1} | /scheduling | type",
        "{\"scheduling\": {\"max_attempts\": 11}} | /scheduling/max_attempts | maximum",
        "{\"scheduling\": {\"retry\": {\"gap\": 1}}} | /scheduling/retry/gap | unknown_member",
        "{\"metadata\": {\"a\": null}} | /metadata/a | type",
        "{\"scheduling\": {\"window\": {\"not_before\": \"2030-01-01T00:00:00\"}}} |"
            + " /scheduling/window/not_before | offset_missing",
        "{\"scheduling\": {\"local_call_times\": [{\"days\": [\"mon\"], \"from\": \"10:00\","
            + " \"to\": \"09:00\"}]}} | /scheduling/local_call_times/0 | inconsistent",
      })
  void rejectsInvalidPatch(String patch, String pointer, String code) {
    ServiceResponse before = tenant.scheduled(tenant.laterOrder());

    assertThat(api.patch(before.id(), patch).is(422, "validation_failed").errors())
        .containsExactly(pointer + " " + code);
    assertThat(api.order(before.id()).header("ETag")).isEqualTo(before.header("ETag"));
  }

  @Test
  void reportsInconsistentPatchBeforeTheStateOfTheOrder() {
    String patch =
        "{\"scheduling\": {\"window\": {\"not_before\": \"2030-01-02T00:00:00Z\","
            + " \"not_after\": \"2030-01-01T00:00:00Z\"}}}";
    String scheduled = tenant.scheduled(tenant.laterOrder()).id();
    String ended = tenant.create(tenant.laterOrder());
    api.cancel(ended).is(200);

    for (ServiceResponse refused :
        List.of(
            api.patch("ord_00000000000000000000000000", patch),
            api.patch(ended, patch),
            api.patch(scheduled, patch, "\"stale\""))) {
      assertThat(refused.is(422, "validation_failed").errors())
          .containsExactly("/scheduling/window inconsistent");
    }
  }

  @Test
  void rejectsPatchThatConflictsWithOrder() {
    ServiceResponse before =
        tenant.scheduled(
            tenant
                .laterOrder()
                .set("/scheduling/window/not_after", tenant.now().plus(Duration.ofDays(12))));
    String patch =
        "{\"scheduling\": {\"window\": {\"not_before\": \""
            + tenant.now().plus(Duration.ofDays(20))
            + "\"}}}";

    assertThat(api.patch(before.id(), patch).is(422, "validation_failed").errors())
        .containsExactly("/scheduling/window inconsistent");
  }

  @Test
  void foreignOrdersAreNotFound() {
    String foreign = tenant.service().newTenant().create(tenant.laterOrder());

    api.patch(foreign, "{\"metadata\": {}}").is(404, "not_found");
    api.patch("ord_00000000000000000000000000", "{\"metadata\": {}}").is(404, "not_found");
    api.patch("nothing", "{\"metadata\": {}}").is(404, "not_found");
  }

  @Test
  void replaysReplyForSameIdempotencyKey() {
    ServiceResponse before = tenant.scheduled(tenant.laterOrder());
    String target = Api.ORDERS + "/" + before.id();
    String patch = "{\"metadata\": {\"n\": 1}}";
    String[] headers = {"If-Match", before.header("ETag"), "Idempotency-Key", "patch-1"};
    ServiceResponse first = api.send("PATCH", target, patch, headers).is(200);
    ServiceResponse again = api.send("PATCH", target, patch, headers).is(200);

    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
  }
}
