package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Webhook endpoints of a tenant at an unreachable address. */
final class TestWebhookEndpoints {
  static final String PATH = "/v1/webhook-endpoints";
  static final String DELIVERIES = "/v1/webhook-deliveries";

  /** Unreachable; allowed by the test settings. */
  static final String UNREACHABLE_URL = "http://localhost:9/hook";

  private static final String INSERT_DELIVERY =
      "INSERT INTO webhook_delivery (tenant_id, created_at, id, endpoint_id, event_id,"
          + " event_recorded_at, event_type, status)"
          + " VALUES (?, ?::timestamptz, ?, ?, ?, ?::timestamptz, ?, ?)";

  private final RunningTenant tenant;
  private final Api api;
  private final Random random = new Random(7);

  TestWebhookEndpoints(RunningTenant tenant) {
    this.tenant = tenant;
    this.api = tenant.api();
  }

  static ObjectNode body() {
    return Api.json("{}").put("url", UNREACHABLE_URL);
  }

  static String path(String id) {
    return PATH + "/" + id;
  }

  static UUID uuid(String id) {
    return IdKind.WEBHOOK_ENDPOINT.parse(id).orElseThrow();
  }

  /** Registers an endpoint that waits for verification. */
  String pending() {
    return api.post(PATH, body()).is(201).id();
  }

  /** Registers an endpoint and marks it as verified. */
  String active() {
    String id = pending();
    verify(id);
    return id;
  }

  /** Registers an endpoint with this URL and marks it as verified. */
  String active(String url) {
    String id = api.post(PATH, body().put("url", url)).is(201).id();
    verify(id);
    return id;
  }

  /** Simulates a successful verification. */
  void verify(String id) {
    sql(
        "UPDATE webhook_endpoint SET verification_state = 'succeeded', status = 'active', challenge"
            + " = NULL, verification_expires_at = NULL, activated_at = now() WHERE id = ?",
        uuid(id));
    sql("DELETE FROM webhook_delivery_queue WHERE endpoint_id = ?", uuid(id));
  }

  String disabled() {
    String id = active();
    patch(id, "{\"status\": \"disabled\"}").is(200);
    return id;
  }

  /** A change of the current revision. */
  ServiceResponse patch(String id, String json) {
    return patch(id, json, "If-Match", "*");
  }

  ServiceResponse patch(String id, String json, String... headers) {
    return api.send("PATCH", path(id), json.replace('`', '"'), headers);
  }

  JsonNode get(String id) {
    return api.get(path(id)).is(200).body();
  }

  /** Inserts a delivery into the log with this creation time. */
  UUID delivery(String endpoint, Instant at, UUID eventId, String type, String status) {
    UUID id = UuidV7.at(at, random);
    sql(
        INSERT_DELIVERY,
        tenant.uuid(),
        UuidV7.instantOf(id).toString(),
        id,
        uuid(endpoint),
        eventId,
        at.toString(),
        type,
        status);
    return id;
  }

  /** Queues a delivery of the log, due in an hour. */
  void enqueue(String endpoint, UUID delivery) {
    sql(
        "INSERT INTO webhook_delivery_queue (tenant_id, created_at, delivery_id, endpoint_id,"
            + " priority, due_at) VALUES (?, ?::timestamptz, ?, ?, 0, now() + interval '1 hour')",
        tenant.uuid(),
        UuidV7.instantOf(delivery).toString(),
        delivery,
        uuid(endpoint));
  }

  /** Types and statuses of the deliveries to an endpoint, oldest first. */
  List<String> deliveryLog(String endpoint) {
    return sql(
            "SELECT event_type || ' ' || status FROM webhook_delivery WHERE endpoint_id = ?"
                + " ORDER BY created_at, id",
            uuid(endpoint))
        .stream()
        .map(List::getFirst)
        .toList();
  }

  List<List<String>> sql(String statement, Object... arguments) {
    return tenant.service().sql(statement, arguments);
  }

  /** Sends this many concurrent requests; returns the count per status. */
  static String concurrently(int requests, IntFunction<ServiceResponse> request) {
    return IntStream.range(0, requests)
        .mapToObj(each -> CompletableFuture.supplyAsync(() -> request.apply(each)))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .collect(
            Collectors.groupingBy(ServiceResponse::status, TreeMap::new, Collectors.counting()))
        .toString();
  }
}
