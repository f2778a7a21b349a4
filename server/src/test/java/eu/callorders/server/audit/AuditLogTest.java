package eu.callorders.server.audit;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.TestNode;
import eu.callorders.server.audit.AuditVerdict.Broken;
import eu.callorders.server.audit.AuditVerdict.Intact;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRequests;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The hash chain, tested against a database owner's manipulation too. */
@Tag("long")
class AuditLogTest {
  private static final UUID TENANT = new UUID(7, 7);
  private static final AuditLog.Filter EVERYTHING =
      AuditLog.Filter.of(ListRequests.UNFILTERED).orElseThrow();
  private static final String GUARD = "ALTER TABLE audit_entry %s TRIGGER audit_entry_append_only";

  @AutoClose private final TestNode node = new TestNode();
  private final AuditLog log = new AuditLog(node.clock, new Random(1));

  @Test
  void chainsEntries() {
    append(3);

    List<AuditEntry> entries = entries();
    assertThat(entries).extracting(AuditEntry::place).containsExactly(3L, 2L, 1L);
    assertThat(entries.getLast().previousHash()).isEqualTo("0".repeat(64));
    assertThat(entries.get(1).previousHash()).isEqualTo(entries.getLast().hash());
    assertThat(entries.getFirst().previousHash()).isEqualTo(entries.get(1).hash());
    assertThat(verdict()).isEqualTo(new Intact(3, entries.getFirst().hash()));
  }

  @Test
  void emptyLogIsIntact() {
    assertThat(verdict()).isEqualTo(new Intact(0, "0".repeat(64)));
  }

  @Test
  void hashesTheRepresentationOfTheApi() {
    append(1);

    var shown = entries().getFirst().toJson();
    String hash = shown.remove("hash").textValue();
    assertThat(shown.toString())
        .startsWith("{\"id\":\"aud_")
        .contains(
            ",\"at\":\"2026-03-02T09:00:00.000Z\",\"actor\":\"Ada\","
                + "\"action\":\"tenant.updated\",\"tenant_id\":\"tn_")
        .endsWith("\",\"target\":\"1\",\"previous_hash\":\"" + "0".repeat(64) + "\"}");
    assertThat(AuditEntry.hashOf(shown)).isEqualTo(hash);
  }

  @Test
  void serializesConcurrentWriters() {
    List<Future<Void>> writers = new ArrayList<>();
    for (int i = 1; i <= 50; i++) {
      AuditEvent event = event(i);
      writers.add(node.database.asWorker(connection -> log.append(connection, event)));
    }
    await(Future.join(writers));

    assertThat(verdict())
        .isInstanceOfSatisfying(Intact.class, it -> assertThat(it.entries()).isEqualTo(50));
    assertThat(entries()).extracting(AuditEntry::target).doesNotHaveDuplicates().hasSize(50);
  }

  @Test
  void rollbackRemovesItsEntry() {
    append(1);
    TestNode.failure(
        node.database.asWorker(
            connection ->
                log.append(connection, event(2))
                    .compose(done -> Future.failedFuture("something went wrong afterwards"))));
    append(1);

    assertThat(entries()).hasSize(2);
    assertThat(verdict()).isInstanceOf(Intact.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE audit_entry SET action = 'tenant.created' WHERE position = 3 | 3 | has been"
            + " altered",
        "UPDATE audit_entry SET actor = 'service' WHERE position = 1 | 1 | has been altered",
        "UPDATE audit_entry SET target = NULL WHERE position = 5 | 5 | has been altered",
        "UPDATE audit_entry SET tenant_id = NULL WHERE position = 4 | 4 | has been altered",
        "UPDATE audit_entry SET at = at - interval '1 day' WHERE position = 2 | 2 | has been"
            + " altered",
        "UPDATE audit_entry SET id = gen_random_uuid() WHERE position = 2 | 2 | has been altered",
        "DELETE FROM audit_entry WHERE position = 1 | 1 | is missing",
        "DELETE FROM audit_entry WHERE position = 3 | 3 | is missing",
        "DELETE FROM audit_entry WHERE position = 5 | 5 | is missing",
        "DELETE FROM audit_entry | 1 | is missing",
        "CLOSE THE GAP | 3 | does not follow the entry before it",
        "SWAP | 2 | does not follow the entry before it",
        "UPDATE audit_head SET hash = sha256('x') | 5 | is not the entry that was written last",
      })
  void detectsManipulation(String manipulation, long place, String why) throws SQLException {
    append(5);
    asOwner(GUARD.formatted("DISABLE"));
    if (manipulation.equals("SWAP")) {
      asOwner("UPDATE audit_entry SET position = 99 WHERE position = 2");
      asOwner("UPDATE audit_entry SET position = 2 WHERE position = 3");
      asOwner("UPDATE audit_entry SET position = 3 WHERE position = 99");
    } else if (manipulation.equals("CLOSE THE GAP")) {
      asOwner("DELETE FROM audit_entry WHERE position = 3");
      asOwner("UPDATE audit_entry SET position = 3 WHERE position = 4");
      asOwner("UPDATE audit_entry SET position = 4 WHERE position = 5");
      asOwner("UPDATE audit_head SET entries = 4");
    } else {
      asOwner(manipulation);
    }

    assertThat(verdict()).isEqualTo(new Broken(place, why));
  }

  @Test
  void verifiesInBatches() throws SQLException {
    for (int i = 0; i < 11; i++) {
      List<Future<Void>> hundred = new ArrayList<>();
      for (int j = 1; j <= 100; j++) {
        AuditEvent event = event(j);
        hundred.add(node.database.asWorker(connection -> log.append(connection, event)));
      }
      await(Future.join(hundred));
    }
    assertThat(verdict())
        .isInstanceOfSatisfying(Intact.class, it -> assertThat(it.entries()).isEqualTo(1100));

    asOwner(GUARD.formatted("DISABLE"));
    asOwner("UPDATE audit_entry SET target = 'x' WHERE position = 1050");
    assertThat(verdict()).isEqualTo(new Broken(1050, "has been altered"));
  }

  @ParameterizedTest
  @CsvSource({
    "UPDATE audit_entry SET target = 'x'",
    "DELETE FROM audit_entry",
  })
  void serviceCannotChangeEntries(String statement) {
    append(1);

    assertThat(
            TestNode.failure(
                node.database.asWorker(connection -> connection.query(statement).execute())))
        .hasMessageContaining("the audit log is append-only");
  }

  @Test
  void acceptsOnlyTheNextEntry() {
    append(2);

    assertThatThrownBy(
            () ->
                asOwner(
                    """
                    INSERT INTO audit_entry
                      (position, id, at, actor, action, previous_hash, hash)
                    SELECT 3, gen_random_uuid(), at, actor, action, previous_hash, sha256('x')
                      FROM audit_entry WHERE position = 2
                    """))
        .hasMessageContaining("previous_hash");
  }

  @Test
  void isHiddenFromTenants() {
    append(1);

    List<AuditEntry> seen =
        await(
                node.database.asTenant(
                    TENANT, connection -> log.list(connection, EVERYTHING, null, 10)))
            .found();
    assertThat(seen).isEmpty();
  }

  @Test
  void filtersByTenantActionAndTime() {
    append(1);
    node.clock.advance(Duration.ofHours(1));
    append(
        AuditEvent.ofService(AuditAction.SIGNING_KEY_ROTATED, "key"),
        AuditEvent.of("Ada", AuditAction.TENANT_CREATED, TENANT));

    assertThat(places(filter("tenant_id", IdKind.TENANT.format(TENANT)))).containsExactly(3L, 1L);
    assertThat(places(filter("action", "signing_key.rotated"))).containsExactly(2L);
    String later = Timestamps.format(TestNode.START.plus(Duration.ofHours(1)));
    assertThat(places(filter("created_after", later))).containsExactly(3L, 2L);
    assertThat(places(filter("created_before", later))).containsExactly(1L);
  }

  private static AuditLog.Filter filter(String parameter, String value) {
    return AuditLog.Filter.of(ListRequests.of(Map.of(parameter, value))).orElseThrow();
  }

  private List<Long> places(AuditLog.Filter filter) {
    return page(filter, null).found().stream().map(AuditEntry::place).toList();
  }

  @Test
  void visitsAtMost2000EntriesPerPage() throws SQLException {
    append(AuditEvent.ofService(AuditAction.SIGNING_KEY_ROTATED, TENANT, "key"));
    asOwner(
        """
        INSERT INTO audit_entry (position, id, at, actor, action, previous_hash, hash)
        SELECT n, gen_random_uuid(), at + interval '1 hour', 'operator', 'tenant.updated',
               sha256(('before ' || n)::bytea), sha256(n::text::bytea)
          FROM audit_entry CROSS JOIN generate_series(2, 4001) AS n
        """);

    var rare = filter("action", "signing_key.rotated");
    assertFindsFirstAfter4000Others(rare);
    assertFindsFirstAfter4000Others(filter("tenant_id", IdKind.TENANT.format(TENANT)));
    assertFindsFirstAfter4000Others(
        filter("created_before", Timestamps.format(TestNode.START.plusSeconds(60))));
    assertThat(places(EVERYTHING)).startsWith(4001L, 4000L).hasSize(10);
  }

  /** Two empty pages, then one with the entry. */
  private void assertFindsFirstAfter4000Others(AuditLog.Filter filter) {
    ListRows<AuditEntry> page = page(filter, null);
    for (int empty = 0; empty < 2; empty++) {
      assertThat(page.found()).isEmpty();
      page = page(filter, page.lastVisited());
    }
    assertThat(page.found()).extracting(AuditEntry::place).containsExactly(1L);
    assertThat(page.lastVisited()).isNull();
  }

  private ListRows<AuditEntry> page(AuditLog.Filter filter, @Nullable Position after) {
    return await(node.database.asWorker(connection -> log.list(connection, filter, after, 10)));
  }

  private void append(int entries) {
    for (int i = 1; i <= entries; i++) {
      append(event(i));
    }
  }

  private void append(AuditEvent... auditEvents) {
    for (AuditEvent event : auditEvents) {
      await(node.database.asWorker(connection -> log.append(connection, event)));
    }
  }

  private static AuditEvent event(int target) {
    return new AuditEvent("Ada", AuditAction.TENANT_UPDATED, TENANT, Integer.toString(target));
  }

  private List<AuditEntry> entries() {
    return await(node.database.asWorker(connection -> log.list(connection, EVERYTHING, null, 1000)))
        .found();
  }

  private AuditVerdict verdict() {
    return await(node.database.asWorker(log::verify));
  }

  private void asOwner(String statement) throws SQLException {
    try (Connection connection = node.postgres.owner().connect()) {
      connection.createStatement().execute("SET app.worker = 'on'");
      connection.createStatement().execute(statement);
    }
  }
}
