package eu.callorders.server.database;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each table has one package that writes it, so the writes of a table are found in one place. Other
 * packages read it only as named here, where a statement joins or counts several tables.
 */
class TableOwnerTest {
  private static final Path SERVER = Path.of("src", "main", "java", "eu", "callorders", "server");
  private static final Path MIGRATIONS =
      Path.of("..", "db", "src", "main", "resources", "db", "migration");

  private static final Map<String, Set<String>> TABLES_BY_OWNER =
      Map.ofEntries(
          entry("audit", Set.of("audit_entry", "audit_head")),
          entry(
              "auth",
              Set.of(
                  "client_lockout",
                  "client_registration",
                  "client_secret",
                  "operator",
                  "signing_key")),
          entry(
              "call",
              Set.of(
                  "call_attempt",
                  "call_hangup",
                  "erased_contact",
                  "gateway_erasure",
                  "transcript")),
          entry("capacity", Set.of("dial_count", "order_count")),
          entry("country", Set.of("country_rule")),
          entry("database", Set.of("failed_work", "maintenance_clock")),
          entry("deletion", Set.of("tenant_deletion")),
          entry(
              "dial",
              Set.of(
                  "dial_halt",
                  "dialing_tenant",
                  "gateway_cursor",
                  "unknown_call",
                  "unknown_call_event")),
          entry("enrollment", Set.of("enrollment", "enrollment_body", "enrollment_phone")),
          entry("erasure", Set.of("erasure")),
          entry("evidence", Set.of("call_evidence", "evidence_key")),
          entry("event", Set.of("event", "event_default")),
          entry("hold", Set.of("held_order", "hold", "hold_count", "hold_key")),
          entry("idempotency", Set.of("idempotency_record")),
          entry("legalhold", Set.of("legal_hold")),
          entry(
              "order",
              Set.of(
                  "call_order",
                  "call_order_body",
                  "call_order_phone",
                  "call_order_result",
                  "gone_order_key")),
          entry("ordertype", Set.of("order_type", "order_type_version")),
          entry("promise", Set.of("promise")),
          entry("predial", Set.of("predial_check", "predial_question")),
          entry("recovery", Set.of("deployment", "era", "era_contradiction", "node")),
          entry("search", Set.of("search_cursor", "search_text", "search_trigram")),
          entry("sequence", Set.of("sequence", "sequence_version")),
          entry("signal", Set.of("signal", "signal_key")),
          entry("statistics", Set.of("hourly_count", "hourly_count_queue")),
          entry("suppression", Set.of("suppression", "suppression_enforcement")),
          entry("tenant", Set.of("tenant")),
          entry(
              "webhook.delivery",
              Set.of(
                  "webhook_delivery",
                  "webhook_delivery_default",
                  "webhook_delivery_queue",
                  "webhook_event_queue")),
          entry("webhook.endpoint", Set.of("predial_secret", "webhook_endpoint", "webhook_secret")),
          entry("webhook.replay", Set.of("webhook_replay")));

  /**
   * Tables of other packages that a package uses.
   *
   * @param reason why its statements are not in the package of the tables
   */
  private record Exemption(String name, String reason, Set<String> tables) {}

  private static final List<Exemption> WRITERS =
      List.of(
          new Exemption(
              "recovery",
              "begins and lifts the one halt of kind recovery, before any package above it works",
              Set.of("dial_halt")));

  private static final List<Exemption> READERS =
      List.of(
          new Exemption(
              "admin",
              "the overview counts work of every kind over all tenants",
              Set.of(
                  "call_attempt",
                  "call_order",
                  "dial_halt",
                  "dialing_tenant",
                  "erasure",
                  "failed_work",
                  "gateway_erasure",
                  "node",
                  "order_count",
                  "suppression_enforcement",
                  "unknown_call",
                  "webhook_delivery",
                  "webhook_delivery_queue",
                  "webhook_event_queue")),
          new Exemption(
              "auth", "a registration is loaded together with its tenant", Set.of("tenant")),
          new Exemption(
              "call",
              "overdue attempts by order and tenant's clock; simulated calls of lost nodes; unknown"
                  + " calls to erase at the gateway",
              Set.of("call_order", "era", "node", "tenant", "unknown_call")),
          new Exemption(
              "capacity",
              "the acceptance and intent batches count orders and running calls in one statement,"
                  + " with those that halts and holds keep; counters of a tenant that is being"
                  + " deleted are not compared; those of holds are",
              Set.of(
                  "call_attempt",
                  "call_order",
                  "call_order_body",
                  "dial_halt",
                  "held_order",
                  "hold",
                  "hold_count",
                  "tenant",
                  "tenant_deletion")),
          new Exemption(
              "database", "failed work about attempts of one tenant", Set.of("call_attempt")),
          new Exemption(
              "dial",
              "the claim selects due orders by calls, dials and clock of their tenants in one"
                  + " statement; unknown calls find their orders",
              Set.of(
                  "call_attempt", "call_order", "call_order_phone", "dial_count", "era", "tenant")),
          new Exemption(
              "enrollment",
              "enrollments are loaded with the results of their orders; the claim uses the tenant's"
                  + " clock; a step checks its phones again; subject data comes from orders and"
                  + " signals",
              Set.of(
                  "call_order",
                  "call_order_body",
                  "call_order_result",
                  "signal",
                  "suppression",
                  "tenant")),
          new Exemption(
              "hold",
              "the end of a hold depends on the tenant's clock, and wakes orders under the lock of"
                  + " their subject; an erasure includes the holds of earlier calls",
              Set.of("call_attempt", "call_order", "tenant")),
          new Exemption(
              "idempotency",
              "an erasure deletes the responses that are rendered from redacted orders",
              Set.of("call_order")),
          new Exemption(
              "erasure",
              "finds all rows of a subject, and those past their retention, to redact them",
              Set.of(
                  "call_attempt",
                  "call_order",
                  "enrollment",
                  "legal_hold",
                  "signal",
                  "tenant",
                  "transcript")),
          new Exemption("event", "a page of the feed is read with the clock", Set.of("tenant")),
          new Exemption(
              "order",
              "orders leave the queue while an attempt or a halt is in their way",
              Set.of("call_attempt", "dial_halt", "tenant")),
          new Exemption(
              "promise", "promises are overdue by the clocks of their tenants", Set.of("tenant")),
          new Exemption(
              "recovery",
              "compares the newest traces of a restored database",
              Set.of("call_attempt", "event", "order_count", "tenant", "unknown_call")),
          new Exemption(
              "search",
              "the index is made from orders and enrollments, and hits are shown with their state",
              Set.of("call_order", "call_order_body", "enrollment", "enrollment_body")),
          new Exemption(
              "suppression",
              "an entry is enforced for all work of its phone or subject",
              Set.of("call_order", "call_order_phone", "enrollment", "enrollment_phone")),
          new Exemption(
              "testclock",
              "a clock stops at the next due instant of any work",
              Set.of(
                  "call_attempt",
                  "call_order",
                  "dial_count",
                  "enrollment",
                  "promise",
                  "hold",
                  "predial_question",
                  "suppression_enforcement",
                  "tenant")),
          new Exemption(
              "webhook.delivery",
              "events are fanned out and sent by the state of the endpoint, and by the types that a"
                  + " replay names",
              Set.of("event", "webhook_endpoint", "webhook_replay")),
          new Exemption(
              "webhook.endpoint",
              "a deleted endpoint stays until its replays are deleted",
              Set.of("webhook_replay")),
          new Exemption(
              "webhook.replay",
              "a replay selects events by their deliveries and queues few at a time",
              Set.of("event", "webhook_delivery", "webhook_delivery_queue", "webhook_endpoint")));

  private static final Map<String, String> OWNERS =
      TABLES_BY_OWNER.entrySet().stream()
          .flatMap(owner -> owner.getValue().stream().map(table -> entry(table, owner.getKey())))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  private static final Pattern TABLE =
      Pattern.compile("\\bCREATE (?:UNLOGGED )?(?:TABLE|VIEW) (\\w+)");

  @Test
  void everyTableHasOneOwner() throws IOException {
    Set<String> tables = new TreeSet<>();
    for (Path file : files(MIGRATIONS, ".sql")) {
      TABLE.matcher(Files.readString(file)).results().forEach(found -> tables.add(found.group(1)));
    }

    assertThat(OWNERS.keySet()).containsExactlyInAnyOrderElementsOf(tables);
  }

  @Test
  void onlyTheOwnerWritesATable() throws IOException {
    assertThat(foreign(TableUse.WRITE)).as("package and table written").isEqualTo(named(WRITERS));
  }

  @Test
  void readersOfOtherPackagesAreNamed() throws IOException {
    Set<String> readers = foreign(TableUse.READ);
    readers.removeAll(named(WRITERS));

    assertThat(readers).as("package and table read").isEqualTo(named(READERS));
  }

  private static Set<String> foreign(TableUse use) throws IOException {
    Set<String> uses = new TreeSet<>();
    for (Path file : files(SERVER, ".java")) {
      String user = SERVER.relativize(file.getParent()).toString().replace('/', '.');
      use.tablesIn(Files.readString(file)).stream()
          .filter(table -> OWNERS.containsKey(table) && !user.equals(OWNERS.get(table)))
          .forEach(table -> uses.add(user + " " + table));
    }
    return uses;
  }

  private static Set<String> named(Collection<Exemption> exemptions) {
    return exemptions.stream()
        .flatMap(each -> each.tables().stream().map(table -> each.name() + " " + table))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static List<Path> files(Path directory, String ending) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(ending)).toList();
    }
  }
}
