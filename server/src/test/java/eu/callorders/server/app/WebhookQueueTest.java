package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class WebhookQueueTest {
  private static final String APPEND =
      """
      INSERT INTO event (tenant_id, id, recorded_at, occurred_at, type, envelope)
      SELECT tenant_id, gen_random_uuid(), now(), now(), type, '{}'
        FROM unnest(?::uuid[], ?::text[]) AS e (tenant_id, type)
      """;

  private static final String QUEUED =
      """
      SELECT q.type
        FROM webhook_event_queue q
        JOIN event e ON e.tenant_id = q.tenant_id AND e.id = q.event_id
             AND e.recorded_at = q.recorded_at AND e.type = q.type
       WHERE q.tenant_id = ANY (?::uuid[])
       ORDER BY q.type
      """;

  private final RunningService service = RunningService.shared();

  private UUID tenant(String endpoint) {
    RunningTenant tenant = service.newTenant();
    TestWebhookEndpoints hooks = new TestWebhookEndpoints(tenant);
    switch (endpoint) {
      case "pending" -> hooks.pending();
      case "active" -> hooks.active();
      case "disabled" -> hooks.disabled();
      case "disabled before" -> hooks.patch(hooks.pending(), "{\"status\": \"disabled\"}").is(200);
      case "verified again" ->
          hooks.patch(hooks.active(), "{\"url\": \"http://127.0.0.1:9/\"}").is(200);
      case "deleted" ->
          tenant.api().send("DELETE", TestWebhookEndpoints.path(hooks.active()), null).is(204);
      default -> assertThat(endpoint).isEqualTo("none");
    }
    return tenant.uuid();
  }

  @Test
  void queuesEventsOfTenantsWithOnceActiveEndpoints() throws SQLException {
    List<String> kinds =
        List.of(
            "none",
            "pending",
            "active",
            "disabled",
            "disabled before",
            "verified again",
            "deleted");
    List<UUID> tenants = new ArrayList<>();
    kinds.forEach(kind -> tenants.add(tenant(kind)));

    assertThat(queued(tenants, kinds)).containsExactly("active", "disabled", "verified again");
  }

  /** Reads within the appending transaction, before a worker can remove rows. */
  private List<String> queued(List<UUID> tenants, List<String> types) throws SQLException {
    try (Connection connection = service.connection()) {
      connection.setAutoCommit(false);
      Object ids = connection.createArrayOf("uuid", tenants.toArray());
      PreparedStatement append = connection.prepareStatement(APPEND);
      append.setObject(1, ids);
      append.setObject(2, connection.createArrayOf("text", types.toArray()));
      append.execute();
      PreparedStatement select = connection.prepareStatement(QUEUED);
      select.setObject(1, ids);
      ResultSet found = select.executeQuery();
      List<String> queued = new ArrayList<>();
      while (found.next()) {
        queued.add(found.getString(1));
      }
      connection.rollback();
      return queued;
    }
  }
}
