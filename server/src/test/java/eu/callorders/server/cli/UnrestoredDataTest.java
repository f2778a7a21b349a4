package eu.callorders.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class UnrestoredDataTest {
  private static final String TABLES =
      """
      SELECT c.relname
        FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace
         AND c.relkind IN ('r', 'p')
         AND NOT c.relispartition
         AND c.relname <> 'flyway_schema_history'
      """;

  /** The tables of what requests and operators store, with the words for each. */
  private static final Map<String, List<String>> LOST =
      Map.ofEntries(
          Map.entry("suppression", List.of("do-not-call entries")),
          Map.entry("hold", List.of("holds of the API, of operators and by\n  signals")),
          Map.entry("legal_hold", List.of("legal holds")),
          Map.entry("erasure", List.of("erasures of persons")),
          Map.entry("dial_halt", List.of("halts")),
          Map.entry("country_rule", List.of("hours of countries")),
          Map.entry("predial_check", List.of("predial checks")),
          Map.entry("predial_secret", List.of("predial checks")),
          Map.entry("tenant", List.of("tenants that were created, disabled", "quotas", "clocks")),
          Map.entry("tenant_deletion", List.of("or deleted")),
          Map.entry("operator", List.of("operators and their roles")),
          Map.entry("client_registration", List.of("client registrations")),
          Map.entry("client_secret", List.of("secrets")),
          Map.entry("signing_key", List.of("signing keys")),
          Map.entry("webhook_endpoint", List.of("webhook endpoints")),
          Map.entry("webhook_secret", List.of("webhook endpoints and their secrets")),
          Map.entry("event", List.of("webhook events")),
          Map.entry("call_order", List.of("orders and their changes")),
          Map.entry("order_type", List.of("order types")),
          Map.entry("order_type_version", List.of("order types")),
          Map.entry("sequence", List.of("sequences")),
          Map.entry("sequence_version", List.of("sequences")),
          Map.entry("enrollment", List.of("enrollments")),
          Map.entry("signal", List.of("signals")),
          Map.entry("promise", List.of("promises")),
          Map.entry("audit_entry", List.of("entries of the audit log")));

  /** Calls, which the log restores. */
  private static final Set<String> RESTORED =
      Set.of("call_attempt", "transcript", "call_evidence", "dial_count");

  /** Parts and indexes of other tables, and the state of work that nodes take up by themselves. */
  private static final Set<String> DERIVED =
      Set.of(
          "audit_head",
          "call_hangup",
          "call_order_body",
          "call_order_phone",
          "call_order_result",
          "client_lockout",
          "deployment",
          "enrollment_body",
          "enrollment_phone",
          "era",
          "era_contradiction",
          "erased_contact",
          "evidence_key",
          "failed_work",
          "gateway_cursor",
          "gateway_erasure",
          "gone_order_key",
          "held_order",
          "hold_count",
          "hold_key",
          "hourly_count",
          "hourly_count_queue",
          "idempotency_record",
          "maintenance_clock",
          "node",
          "order_count",
          "predial_question",
          "search_cursor",
          "search_text",
          "search_trigram",
          "signal_key",
          "suppression_enforcement",
          "unknown_call",
          "unknown_call_event",
          "webhook_delivery",
          "webhook_delivery_queue",
          "webhook_event_queue",
          "webhook_replay");

  @AutoClose private final TestNode node = new TestNode();

  @Test
  void namesTheContentOfEveryTable() {
    List<String> tables =
        TestNode.await(node.database.workers().query(TABLES).execute()).stream()
            .map(row -> row.getString(0))
            .toList();
    Set<String> classified = new TreeSet<>(LOST.keySet());
    classified.addAll(RESTORED);
    classified.addAll(DERIVED);

    assertThat(classified).containsExactlyInAnyOrderElementsOf(tables);
    LOST.values().forEach(words -> assertThat(UnrestoredData.TEXT).contains(words));
  }
}
