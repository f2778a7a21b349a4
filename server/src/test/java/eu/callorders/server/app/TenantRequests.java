package eu.callorders.server.app;

import eu.callorders.server.TestHttpClient;
import eu.callorders.server.app.ContractCheck.DocumentedOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Requests of a tenant and its operators that execute every statement. */
final class TenantRequests {
  private static final int CONCURRENT_ORDERS = 30;

  /** Filters without an own index read to the end of the list and are left out. */
  private static final List<String> LISTS =
      List.of(
          "/v1/call-orders?",
          "/v1/call-orders?client_reference=none",
          "/v1/call-orders?subject_reference=person-1",
          "/v1/call-orders?enrollment_id={enrollment}",
          "/v1/call-orders?created_before=2100-01-01T00:00:00Z&created_after=2020-01-01T00:00:00Z",
          "/v1/call-orders?status=failed",
          "/v1/call-orders?order_type=none&subject_reference=person-1",
          "/v1/calls?call_order_id={order}",
          "/v1/order-types?",
          "/v1/order-types/payment_reminder/versions?",
          "/v1/sequences?",
          "/v1/sequences?key=ladder",
          "/v1/enrollments?",
          "/v1/enrollments?subject_reference=getEnrollment",
          "/v1/enrollments?status=failed",
          "/v1/enrollments?sequence_key=none&subject_reference=getEnrollment",
          "/v1/suppressions?",
          "/v1/suppressions?phone=%2B493023125098",
          "/v1/suppressions?subject_reference=every",
          "/v1/suppressions?source=api",
          "/v1/suppressions?source=operator",
          "/v1/promises?",
          "/v1/promises?status=open",
          "/v1/promises?subject_reference=every",
          "/v1/promises?subject_reference=every&status=kept",
          "/v1/holds?",
          "/v1/holds?phone=%2B493023125098",
          "/v1/holds?subject_reference=every",
          "/v1/holds?claim=case_number:every",
          "/v1/webhook-endpoints?",
          "/v1/webhook-endpoints?status=active",
          "/v1/webhook-endpoints?status=disabled",
          "/v1/webhook-deliveries?",
          "/v1/webhook-deliveries?endpoint_id={endpoint}",
          "/v1/webhook-deliveries?event_id={event}",
          "/v1/webhook-deliveries?event_type=call.none",
          "/v1/webhook-deliveries?status=succeeded&endpoint_id={endpoint}",
          "/v1/webhook-deliveries?status=failed",
          "/v1/webhook-deliveries?status=retrying",
          "/v1/events?",
          "/v1/events?event_types=call_order.accepted",
          "/v1/events?event_types=call_order.failed",
          "/v1/events?call_order_id={order}",
          "/v1/events?enrollment_id={enrollment}",
          "/v1/events?created_after=2020-01-01T00:00:00Z");

  private static final List<String> OPERATOR_PATHS =
      List.of(
          "/overview",
          "/tenants",
          "/tenants/{tenant}",
          "/tenants/{tenant}/registrations",
          "/tenants/{tenant}/registrations/{client}",
          "/tenants/{tenant}/test-clock",
          "/tenants/{tenant}/call-orders/{order}/explanation",
          "/tenants/{tenant}/holds",
          "/tenants/{tenant}/subjects/person-1",
          "/dialing/halts",
          "/operators",
          "/master-keys",
          "/search?q=person-1",
          "/search?q=person-1&tenant_id={tenant}",
          "/search?q=nowhere",
          "/search?q=00000000",
          "/search?q={order}&tenant_id={tenant}",
          "/search?q=ord_0&tenant_id={tenant}",
          "/search?q={enrollment}",
          "/audit-log",
          "/audit-log?tenant_id={tenant}",
          "/audit-log?action=tenant.created");

  private final RunningTenant tenant;
  private final Api api;

  TenantRequests(RunningTenant tenant) {
    this.tenant = tenant;
    this.api = tenant.api();
  }

  void send() {
    EveryOperation every = EveryOperation.of(tenant);
    sendOrdersConcurrently();
    for (String list : LISTS) {
      ServiceResponse page = api.get(resolve(list, every)).is(200);
      String cursor = page.body().path("next_cursor").asText("");
      if (page.body().path("has_more").asBoolean() && !list.startsWith("/v1/events")) {
        api.get(resolve(list, every) + "&after=" + cursor).is(200);
      }
    }
    TestHttpClient operator = tenant.service().admin();
    for (String path : OPERATOR_PATHS) {
      expect(200, operator.get("/admin/v1" + resolve(path, every)));
    }
    for (DocumentedOperation operation : EveryOperation.operations()) {
      every.request(operation).send(api);
    }
    dial();
    String subjectPath = "/admin/v1/tenants/" + tenant.id() + "/subjects/person-1";
    expect(202, operator.delete(subjectPath));
  }

  private static void expect(int status, TestHttpClient.Response response) {
    if (response.status() != status) {
      throw new AssertionError(response.status() + " " + response.text());
    }
  }

  /** Accepts, plans and cancels orders in batches. */
  private void sendOrdersConcurrently() {
    List<CompletableFuture<String>> orders = new ArrayList<>();
    for (int order = 0; order < CONCURRENT_ORDERS; order++) {
      OrderBody body = tenant.laterOrder();
      orders.add(
          CompletableFuture.supplyAsync(
              () -> api.create(body.json(), "Idempotency-Key", body.reference()).is(202).id()));
    }
    List<String> ids = orders.stream().map(CompletableFuture::join).toList();
    ids.forEach(id -> tenant.await(id, "scheduled"));
    ids.subList(0, CONCURRENT_ORDERS / 2).forEach(id -> api.cancel(id).is(200));
  }

  /** Places calls with each kind of outcome. */
  private void dial() {
    List<String> dialed = new ArrayList<>();
    for (String digits : List.of("24", "00", "06", "98", "01", "02", "03")) {
      dialed.add(tenant.create(tenant.order(digits)));
    }
    tenant.awaitEnd(dialed.getFirst());
  }

  private String resolve(String path, EveryOperation every) {
    return path.replace("{order}", every.known().order())
        .replace("{event}", every.known().event())
        .replace("{enrollment}", every.known().own().get("getEnrollment"))
        .replace("{sequence}", every.known().own().get("getSequence"))
        .replace("{endpoint}", every.known().own().get("getWebhookEndpoint"))
        .replace("{tenant}", tenant.id())
        .replace("{client}", tenant.clientId());
  }
}
