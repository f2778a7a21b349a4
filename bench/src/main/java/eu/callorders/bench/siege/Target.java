package eu.callorders.bench.siege;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.EventSeeder;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Server;
import eu.callorders.bench.SqlSession;
import eu.callorders.bench.siege.SiegeTenant.Call;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What the attacking tenant owns: much of everything, and one resource of each kind. */
record Target(
    SiegeTenant tenant,
    String order,
    String call,
    String callOrder,
    String signal,
    String sequence,
    String enrollment,
    List<String> endpoints) {
  private static final String ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
                              subject_reference, client_reference, created_at, updated_at,
                              ended_at, expires_at)
      SELECT uuidv7(-n * interval '25 s'), o.tenant_id, 'canceled', o.order_type,
             o.order_type_version, 'many-' || n, 'many-' || n, now() - n * interval '25 s',
             now(), now(), o.expires_at
        FROM generate_series(1, ?) AS n
        CROSS JOIN (SELECT * FROM call_order WHERE tenant_id = ? LIMIT 1) AS o
      """;

  private static final String DELIVERIES =
      """
      INSERT INTO webhook_delivery (tenant_id, created_at, id, endpoint_id, event_id,
                                    event_recorded_at, event_type, status)
      SELECT ?, at, uuidv7(at - clock_timestamp()), ?, gen_random_uuid(), at, 'call.ended', 'succeeded'
        FROM (SELECT date_trunc('milliseconds', now() - n * interval '10 ms') AS at
                FROM generate_series(1, ?) AS n) AS numbered
      """;

  private static final String ACTIVE =
      """
      UPDATE webhook_endpoint
         SET verification_state = 'succeeded', status = 'active', challenge = NULL,
             verification_expires_at = NULL, activated_at = now()
       WHERE tenant_id = ?
      """;

  static Target prepare(Server server, String url, int rows, String tomorrow) throws Exception {
    SiegeTenant tenant = new SiegeTenant(server, "Attacker");
    String sequence = tenant.create("/v1/sequences", Bodies.sequence("siege", "siege.started"));
    tenant.require(Call.post("/v1/sequences/" + sequence + "/versions/1/activate", ""));
    JsonNode signal =
        tenant.require(Call.post("/v1/signals", Bodies.smallSignal("siege.started", "siege-0", 0)));
    String window = "\"window\": {\"not_before\": \"%s\"}, ".formatted(tomorrow);
    String order = tenant.create("/v1/call-orders", Bodies.largeOrder("siege-large", 1, window));
    String called = tenant.create("/v1/call-orders", Bodies.smallOrder("siege-called", 77));
    List<String> endpoints = new ArrayList<>();
    for (int each = 0; each < 3; each++) {
      endpoints.add(tenant.create("/v1/webhook-endpoints", "{\"url\": \"" + url + "\"}"));
    }
    Call calls = Call.get("/v1/calls?call_order_id=" + called);
    Polling.until(
        Duration.ofSeconds(30),
        100,
        "no call of " + called,
        () -> tenant.require(calls).at("/data/0").hasNonNull("ended_at"));
    fill(server, tenant.id, rows);
    String call = tenant.require(calls).at("/data/0/id").asText();
    String enrollment = signal.at("/triggered/0/enrollment_id").asText();
    return new Target(
        tenant, order, call, called, signal.path("id").asText(), sequence, enrollment, endpoints);
  }

  private static void fill(Server server, UUID tenant, int rows) throws SQLException {
    try (SqlSession session = server.connect()) {
      EventSeeder.write(session, tenant, rows);
      session.execute("DELETE FROM webhook_event_queue WHERE tenant_id = ?", tenant);
      session.execute(ACTIVE, tenant);
      session.execute("DELETE FROM webhook_delivery_queue WHERE tenant_id = ?", tenant);
      session.execute(ORDERS, rows / 10, tenant);
      String endpoint =
          session.texts("SELECT id FROM webhook_endpoint WHERE tenant_id = ?", tenant).getFirst();
      session.execute(DELIVERIES, tenant, UUID.fromString(endpoint), rows / 10);
    }
  }
}
