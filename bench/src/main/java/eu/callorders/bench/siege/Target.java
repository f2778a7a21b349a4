package eu.callorders.bench.siege;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.EventSeeder;
import eu.callorders.bench.Server;
import eu.callorders.bench.siege.SiegeTenant.Call;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What the attacking tenant owns: much of everything, and one resource of each kind.
 *
 * @param order a large one that waits for tomorrow
 * @param call one that was answered
 * @param endpoints active ones, which take a request and never answer
 */
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

  private static final String ENROLLMENTS_OFF =
      "DELETE FROM webhook_event_queue WHERE tenant_id = ?";

  private static final String ACTIVE =
      """
      UPDATE webhook_endpoint
         SET verification_state = 'succeeded', status = 'active', challenge = NULL,
             verification_expires_at = NULL, activated_at = now()
       WHERE tenant_id = ?
      """;

  private static final String NO_CHALLENGE =
      "DELETE FROM webhook_delivery_queue WHERE tenant_id = ?";

  /** Makes all of it. */
  static Target prepare(Server server, SiegeTenant tenant, String url, int rows, String tomorrow)
      throws IOException, SQLException, InterruptedException {
    String sequence =
        tenant
            .require(Call.post("/v1/sequences", sequence("siege", "siege.started")))
            .path("id")
            .asText();
    tenant.require(Call.post("/v1/sequences/" + sequence + "/versions/1/activate", ""));
    JsonNode signal =
        tenant.require(Call.post("/v1/signals", Bodies.smallSignal("siege.started", "siege-0", 0)));
    String order =
        tenant
            .require(
                Call.post(
                    "/v1/call-orders",
                    Bodies.largeOrder(
                        "siege-large",
                        1,
                        "\"window\": {\"not_before\": \"%s\"}, ".formatted(tomorrow))))
            .path("id")
            .asText();
    String called =
        tenant
            .require(Call.post("/v1/call-orders", Bodies.smallOrder("siege-called", 77)))
            .path("id")
            .asText();
    List<String> endpoints = new ArrayList<>();
    for (int each = 0; each < 3; each++) {
      endpoints.add(
          tenant
              .require(Call.post("/v1/webhook-endpoints", "{\"url\": \"" + url + "\"}"))
              .path("id")
              .asText());
    }
    JsonNode calls = calls(tenant, called);
    fill(server, tenant.uuid(), rows);
    return new Target(
        tenant,
        order,
        calls.path(0).path("id").asText(),
        called,
        signal.path("id").asText(),
        sequence,
        signal.at("/triggered/0/enrollment_id").asText(),
        List.copyOf(endpoints));
  }

  /** Waits for its call to end. */
  private static JsonNode calls(SiegeTenant tenant, String order) throws InterruptedException {
    for (int look = 0; look < 300; look++) {
      JsonNode calls = tenant.require(Call.get("/v1/calls?call_order_id=" + order)).path("data");
      if (calls.path(0).hasNonNull("ended_at")) {
        return calls;
      }
      Thread.sleep(100);
    }
    throw new IllegalStateException("no call of " + order);
  }

  private static void fill(Server server, UUID tenant, int rows) throws SQLException {
    EventSeeder.write(server.owner(), tenant, rows);
    try (Connection connection = server.connect()) {
      execute(connection, ENROLLMENTS_OFF, tenant);
      execute(connection, ACTIVE, tenant);
      execute(connection, NO_CHALLENGE, tenant);
      execute(connection, ORDERS, rows / 10, tenant);
      UUID endpoint;
      try (PreparedStatement find =
          connection.prepareStatement("SELECT id FROM webhook_endpoint WHERE tenant_id = ?")) {
        find.setObject(1, tenant);
        var found = find.executeQuery();
        found.next();
        endpoint = found.getObject(1, UUID.class);
      }
      execute(connection, DELIVERIES, tenant, endpoint, rows / 10);
    }
  }

  private static void execute(Connection connection, String statement, Object... arguments)
      throws SQLException {
    try (PreparedStatement prepared = connection.prepareStatement(statement)) {
      for (int place = 0; place < arguments.length; place++) {
        prepared.setObject(place + 1, arguments[place]);
      }
      prepared.execute();
    }
  }

  /** A sequence of 20 steps. */
  static String sequence(String key, String trigger) {
    StringBuilder steps = new StringBuilder();
    for (int step = 0; step < 20; step++) {
      steps
          .append(step == 0 ? "" : ", ")
          .append(
              "{\"id\": \"s%d\", \"type\": \"wait\", \"after\": {\"min\": \"P20D\"}}"
                  .formatted(step));
    }
    return """
    {"key": "%s", "title": "Siege", "trigger": {"signal_type": "%s"}, "steps": [%s]}
    """
        .formatted(key, trigger, steps);
  }
}
