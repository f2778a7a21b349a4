package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.webhook.delivery.Receiver;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uses endpoints that hold a request until the test responds. */
class CostlyRequestsTest {
  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private final List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
  private RunningService service;
  private RunningTenant tenant;
  private TestWebhookEndpoints hooks;

  @BeforeEach
  void open() {
    receiver.respondWith((request, body) -> held.add(request));
    service =
        RunningService.sandbox(
            Map.of(
                "CALLORDERS_WEBHOOK_EXTRA_TARGETS",
                receiver.hostAndPort(),
                "CALLORDERS_RATE_LIMIT",
                "50/100"));
    tenant = service.newTenant();
    hooks = new TestWebhookEndpoints(tenant);
  }

  @AfterEach
  void close() {
    service.close();
    vertx.close().await();
  }

  private CompletableFuture<ServiceResponse> begin(String endpoint) {
    int before = held.size();
    CompletableFuture<ServiceResponse> test = CompletableFuture.supplyAsync(() -> test(endpoint));
    Await.until("the endpoint has received the request", () -> held.size() > before);
    return test;
  }

  private ServiceResponse test(String endpoint) {
    return tenant.api().post(TestWebhookEndpoints.path(endpoint) + "/test");
  }

  private static void isRefused(ServiceResponse response) {
    response.is(429, "rate_limited");
    assertThat(response.header("Retry-After")).isEqualTo("1");
    assertThat(response.header("RateLimit-Limit")).isEqualTo("100");
  }

  @Test
  void limitsTenantToTwoAndEndpointToOne() {
    String first = hooks.active(receiver.url());
    String second = hooks.active(receiver.url());
    final String third = hooks.active(receiver.url());
    String dry = "{\"dry_run\": true, \"since\": \"2099-01-01T00:00:00Z\"}";
    String replay = TestWebhookEndpoints.path(first) + "/replay";

    CompletableFuture<ServiceResponse> one = begin(first);
    isRefused(test(first));
    tenant.api().send("POST", replay, dry).is(202);
    final CompletableFuture<ServiceResponse> two = begin(second);
    isRefused(test(third));
    isRefused(tenant.api().send("POST", replay, dry));
    assertThat(
            service.admin().get("/admin/v1/tenants/" + tenant.id() + "/subjects/person-1").status())
        .isEqualTo(429);
    RunningTenant other = service.newTenant();
    String theirs = new TestWebhookEndpoints(other).active(receiver.url());
    other.api().send("POST", TestWebhookEndpoints.path(theirs) + "/replay", dry).is(202);

    held.forEach(request -> request.response().end());
    assertThat(one.join().is(200).at("/attempts/0/response_status")).isEqualTo("200");
    two.join().is(200);
    tenant.api().send("POST", replay, dry).is(202);
  }
}
