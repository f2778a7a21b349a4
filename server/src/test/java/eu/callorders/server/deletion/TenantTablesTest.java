package eu.callorders.server.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A deletion knows every table that has rows of tenants. */
class TenantTablesTest {
  /**
   * The audit log stays, and so does what the gateway has yet to erase; the last is the progress.
   */
  private static final Set<String> KEPT =
      Set.of("audit_entry", "gateway_erasure", "tenant_deletion");

  private static final String TABLES =
      """
      SELECT c.relname
        FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id'
       WHERE c.relnamespace = 'public'::regnamespace
         AND c.relkind IN ('r', 'p')
         AND NOT c.relispartition
      """;

  @AutoClose private final TestNode node = new TestNode();

  @Test
  void namesEveryTableWithATenant() {
    List<String> tables =
        TestNode.await(node.database.workers().query(TABLES).execute()).stream()
            .map(row -> row.getString(0))
            .toList();
    Set<String> known = new HashSet<>(new TenantTables(InstantSource.system()).names());
    known.addAll(KEPT);

    assertThat(known).containsExactlyInAnyOrderElementsOf(tables);
  }

  @Test
  void startsWithTheFirstTableForANameOfAnotherRelease() {
    TenantTables tables = new TenantTables(InstantSource.system());

    assertThat(tables.find("of another release")).isEqualTo(tables.find(null));
    assertThat(tables.find("event").name()).isEqualTo("event");
  }
}
