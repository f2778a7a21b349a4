package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Repeated orders with an idempotency key. */
class IdempotencyKeyTest {
  private static final RunningService service = RunningService.shared();
  private static final RunningTenant tenant = service.newTenant();

  @Test
  void repeatsReplyForSameKey() {
    OrderBody order = tenant.laterOrder();
    ServiceResponse first = tenant.api().create(order.json(), "Idempotency-Key", "same").is(202);
    tenant.await(first.id(), "scheduled");
    ServiceResponse again = tenant.api().create(order.json(), "Idempotency-Key", "same").is(202);

    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.header("Location")).isEqualTo(first.header("Location"));
    assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
    assertThat(tenant.api().get(Api.ORDERS + "?subject_reference=" + order.reference()).rows())
        .hasSize(1);
    assertThat(tenant.eventTypes(first.id())).containsOnlyOnce("call_order.accepted");
  }

  @Test
  void repeatsFirstReplyAfterEdits() {
    OrderBody order = tenant.laterOrder();
    ServiceResponse first = tenant.api().create(order.json(), "Idempotency-Key", "edited").is(202);
    tenant.api().patch(first.id(), "{\"metadata\": {\"edited\": 1}}").is(200);
    tenant.api().patch(first.id(), "{\"metadata\": {\"edited\": 2}}").is(200);
    ServiceResponse again = tenant.api().create(order.json(), "Idempotency-Key", "edited").is(202);

    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
  }

  @Test
  void rejectsKeyOfOtherRequest() {
    OrderBody order = tenant.laterOrder();
    ServiceResponse first = tenant.api().create(order.json(), "Idempotency-Key", "once").is(202);

    tenant
        .api()
        .create(tenant.laterOrder().json(), "Idempotency-Key", "once")
        .is(422, "idempotency_key_reused");
    tenant.api().cancel(first.id(), "Idempotency-Key", "once").is(409, "idempotency_key_conflict");
    tenant
        .api()
        .send(
            "PATCH",
            Api.ORDERS + "/" + first.id(),
            "{\"metadata\": {}}",
            "If-Match",
            "*",
            "Idempotency-Key",
            "once")
        .is(409, "idempotency_key_conflict");
    service.newTenant().api().create(tenant.laterOrder().json(), "Idempotency-Key", "once").is(202);
  }

  @Test
  void acceptsCorrectedBodyWithSameKey() {
    OrderBody order = tenant.laterOrder();
    String good = order.toString();
    for (OrderBody bad :
        List.of(
            new OrderBody(Api.json(good)).remove("/subject"),
            new OrderBody(Api.json(good)).set("/order_type", "unheard_of"),
            new OrderBody(Api.json(good))
                .set("/scheduling/window/not_after", "2020-01-01T00:00:00Z"))) {
      tenant.api().create(bad.json(), "Idempotency-Key", "corrected").is(422, "validation_failed");
    }

    tenant.api().send("POST", Api.ORDERS, good, "Idempotency-Key", "corrected").is(202);
  }

  @Test
  void reportsInvalidBodyBeforeConflictOfKey() {
    String order = tenant.create(tenant.laterOrder());
    tenant.api().cancel(order, "Idempotency-Key", "canceled").is(200);
    OrderBody reversed =
        tenant
            .laterOrder()
            .set("/order_type", "unheard_of")
            .set("/scheduling/window/not_after", "2020-01-01T00:00:00Z");
    String patch =
        "{\"scheduling\": {\"window\": {\"not_before\": \"2030-01-02T00:00:00Z\","
            + " \"not_after\": \"2030-01-01T00:00:00Z\"}}}";
    String[] headers = {"If-Match", "*", "Idempotency-Key", "canceled"};

    assertThat(
            tenant
                .api()
                .create(reversed.json(), "Idempotency-Key", "canceled")
                .is(422, "validation_failed")
                .errors())
        .containsExactlyInAnyOrder("/order_type enum", "/scheduling/window inconsistent");
    tenant
        .api()
        .send("PATCH", Api.ORDERS + "/" + order, patch, headers)
        .is(422, "validation_failed");
  }

  @Test
  void replaysForEveryEncodingOfThePath() {
    Api api = tenant.api();
    api.post(OrderTypeBody.PATH, OrderTypeBody.of("once_more")).is(201);
    String[] key = {"Idempotency-Key", "archived"};
    ServiceResponse first = api.post(OrderTypeBody.PATH + "/once_more/archive", key).is(200);

    ServiceResponse again = api.post(OrderTypeBody.PATH + "/once%5Fmore/archive", key).is(200);

    assertThat(again.text()).isEqualTo(first.text());
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    api.post(OrderTypeBody.PATH + "/once%2Fmore/archive", key).is(409, "idempotency_key_conflict");
  }

  @Test
  void repeatsDomainErrorForSameKey() {
    OrderBody order = tenant.order("06");
    tenant.suppress(null, order.reference());
    ServiceResponse first =
        tenant
            .api()
            .create(order.json(), "Idempotency-Key", "refused")
            .is(422, "subject_suppressed");
    service.sql("DELETE FROM suppression WHERE subject_reference = ?", order.reference());
    ServiceResponse again =
        tenant
            .api()
            .create(order.json(), "Idempotency-Key", "refused")
            .is(422, "subject_suppressed");

    assertThat(first.header("Idempotent-Replayed")).isNull();
    assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
    assertThat(again.at("/trace_id")).isNotEqualTo(first.at("/trace_id"));
  }

  @Test
  void keyExpiresAfterTwoDays() {
    OrderBody order = tenant.laterOrder();
    ServiceResponse first = tenant.api().create(order.json(), "Idempotency-Key", "old").is(202);
    String age =
        "UPDATE idempotency_record SET created_at = now() - ?::interval"
            + " WHERE key = 'old' AND tenant_id = ?";
    service.sql(age, "47:59:00", tenant.uuid());
    assertThat(tenant.api().create(order.json(), "Idempotency-Key", "old").id())
        .isEqualTo(first.id());
    service.sql(age, "48:00:01", tenant.uuid());

    assertThat(tenant.api().create(order.json(), "Idempotency-Key", "old").is(202).id())
        .isNotEqualTo(first.id());
  }

  @Test
  void concurrentRequestsWithSameKeyCreateOneOrder() {
    OrderBody order = tenant.laterOrder();
    Api api = tenant.api();
    List<CompletableFuture<ServiceResponse>> requests = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      requests.add(
          CompletableFuture.supplyAsync(
              () -> api.create(order.json(), "Idempotency-Key", "crowd")));
    }
    List<ServiceResponse> responses = requests.stream().map(CompletableFuture::join).toList();

    assertThat(responses)
        .allSatisfy(
            response -> {
              if (response.status() != 202) {
                response.is(409, "idempotency_key_in_progress");
                assertThat(response.header("Retry-After")).isEqualTo("1");
              }
            });
    assertThat(
            responses.stream().filter(it -> it.status() == 202).map(ServiceResponse::id).distinct())
        .hasSize(1);
    assertThat(api.get(Api.ORDERS + "?subject_reference=" + order.reference()).rows()).hasSize(1);
  }

  @Test
  void returns409WhileFirstRequestRuns() throws SQLException {
    OrderBody order = tenant.laterOrder();
    String key = "idempotency:" + tenant.uuid() + ":running";
    try (Connection busy = service.connection()) {
      busy.setAutoCommit(false);
      busy.createStatement()
          .execute("SELECT pg_advisory_xact_lock(hashtextextended('" + key + "', 0))");
      ServiceResponse second =
          tenant
              .api()
              .create(order.json(), "Idempotency-Key", "running")
              .is(409, "idempotency_key_in_progress");
      assertThat(second.header("Retry-After")).isEqualTo("1");
      busy.rollback();
    }
    tenant.api().create(order.json(), "Idempotency-Key", "running").is(202);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "ä", "\t"})
  void rejectsKeyOutsideVisibleAscii(String key) {
    ServiceResponse refused =
        RawRequest.of(tenant, "POST", Api.ORDERS)
            .header("Idempotency-Key", key)
            .send(tenant.order("06").toString())
            .is(422);
    assertThat(refused.text()).contains("/header/Idempotency-Key");
  }

  @Test
  void acceptsKeyOf255Characters() {
    tenant.api().create(tenant.laterOrder().json(), "Idempotency-Key", "k".repeat(255)).is(202);
    assertThat(
            tenant
                .api()
                .create(tenant.laterOrder().json(), "Idempotency-Key", "k".repeat(256))
                .is(422, "validation_failed")
                .errors())
        .containsExactly("/header/Idempotency-Key pattern");
  }
}
