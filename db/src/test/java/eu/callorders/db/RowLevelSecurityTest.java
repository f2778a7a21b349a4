package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Queries without a tenant and of another tenant: for both roles and every table with a tenant,
 * including each partition.
 */
@Tag("long")
class RowLevelSecurityTest {
  private static final String A = "00000000-0000-7000-8000-00000000000a";
  private static final String B = "00000000-0000-7000-8000-00000000000b";
  private static final String AS_A = "SET app.tenant = '" + A + "'";
  private static final String AS_WORKER = "SET app.worker = 'on'";

  /** Tables of the deployment; every other table needs a policy. */
  private static final Set<String> WITHOUT_TENANT =
      Set.of(
          "country_rule",
          "deployment",
          "era",
          "era_contradiction",
          "evidence_key",
          "hold_key",
          "signing_key",
          "gateway_cursor",
          "maintenance_clock",
          "node",
          "search_cursor",
          "search_trigram",
          "unknown_call",
          "unknown_call_event",
          "flyway_schema_history");

  /** Tenants see no row of it, not even those with their id. */
  private static final String OPERATORS_ONLY = "audit_entry";

  /** Drops rules that the generated rows violate and that do not concern tenants. */
  private static final List<String> RELAX_CONSTRAINTS =
      List.of(
          """
          SELECT format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS %I', conrelid::regclass, conname)
            FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
           WHERE contype = 'c' AND connamespace = 'public'::regnamespace
           ORDER BY relispartition
          """,
          """
          SELECT DISTINCT format('ALTER TABLE %s DISABLE TRIGGER USER', tgrelid::regclass)
            FROM pg_trigger WHERE NOT tgisinternal
          """);

  private static TestDatabase database;

  /** Connections of the service and of the owner. */
  private static List<Connection> roles;

  @BeforeAll
  static void insertARowOfEachTenantIntoEveryTable() throws SQLException {
    database = TestDatabase.create();
    roles = List.of(database.service().connect(), database.owner().connect());
    try (Connection connection = database.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute("SET session_replication_role = replica"); // without foreign keys
      for (String query : RELAX_CONSTRAINTS) {
        for (String change : rows(statement, query)) {
          statement.execute(change);
        }
      }
      for (TenantTable table : tables()) {
        statement.execute(table.insertion(statement, A));
        statement.execute(table.insertion(statement, B));
      }
    }
  }

  @AfterAll
  static void drop() throws SQLException {
    for (Connection role : roles) {
      role.close();
    }
    database.close();
  }

  static List<TenantTable> tables() throws SQLException {
    try (Statement statement = roles.getFirst().createStatement()) {
      return TenantTable.all(statement);
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void withoutATenantNoRowIsVisibleOrChanged(TenantTable table) throws SQLException {
    for (Connection role : roles) {
      try (Statement statement = role.createStatement()) {
        statement.execute("DISCARD ALL");
        assertThat(tenantsSeen(statement, table)).isEmpty();
        assertNoneIsChanged(statement, table, "");
        assertRefused(statement, table.insertion(statement, A));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void aTenantSeesAndChangesItsOwnRowsOnly(TenantTable table) throws SQLException {
    boolean seesOwnRows = !table.name().equals(OPERATORS_ONLY);
    for (Connection role : roles) {
      try (Statement statement = role.createStatement()) {
        statement.execute("DISCARD ALL");
        statement.execute(AS_A);
        assertThat(tenantsSeen(statement, table)).isEqualTo(seesOwnRows ? Set.of(A) : Set.of());
        assertNoneIsChanged(statement, table, " WHERE %s = '%s'".formatted(table.column(), B));
        assertRefused(statement, table.insertion(statement, B));
        if (seesOwnRows) {
          assertRefused(statement, "UPDATE %s SET %s = '%s'".formatted(table, table.column(), B));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("tables")
  void aWorkerSeesAllRows(TenantTable table) throws SQLException {
    for (Connection role : roles) {
      try (Statement statement = role.createStatement()) {
        statement.execute("DISCARD ALL");
        statement.execute(AS_WORKER);
        assertThat(tenantsSeen(statement, table)).containsExactlyInAnyOrder(A, B);
      }
    }
  }

  @Test
  void theTenantSettingEndsWithTheTransaction() throws SQLException {
    try (Statement statement = roles.getFirst().createStatement()) {
      statement.execute("DISCARD ALL");
      statement.execute("BEGIN");
      statement.execute(AS_A.replace("SET", "SET LOCAL"));
      statement.execute("COMMIT");
      assertThat(tenantsSeen(statement, new TenantTable("tenant", "id"))).isEmpty();
    }
  }

  @Test
  void everyTableForcesRowLevelSecurityExceptThoseOfTheDeployment() throws SQLException {
    String unforced =
        """
        SELECT relname FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND NOT (relrowsecurity AND relforcerowsecurity)
        """;

    assertThat(queryRows(unforced)).containsExactlyInAnyOrderElementsOf(WITHOUT_TENANT);
  }

  @Test
  void everyPolicyChecksOnlyTheTenant() throws SQLException {
    String others =
        """
        SELECT concat_ws(' ', tablename, cmd, qual, with_check) FROM pg_policies
         WHERE (qual, cmd, permissive, roles::text)
               IS DISTINCT FROM ('is_tenant_visible(tenant_id)', 'ALL', 'PERMISSIVE', '{public}')
            OR with_check IS NOT NULL
        """;

    assertThat(queryRows(others))
        .containsExactlyInAnyOrder(
            "tenant ALL is_tenant_visible(id)",
            "audit_entry ALL is_tenant_visible(NULL::uuid)",
            "audit_head ALL is_tenant_visible(NULL::uuid)",
            "operator ALL is_tenant_visible(NULL::uuid)",
            "failed_work ALL is_tenant_visible(NULL::uuid)",
            "dial_halt SELECT (tenant_id IS NULL)"); // every tenant sees a global halt
  }

  /** Views and SECURITY DEFINER functions run with the rights of their owner. */
  @Test
  void nothingBypassesThePolicies() throws SQLException {
    String views =
        """
        SELECT relname FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('v', 'm', 'f')
           AND NOT coalesce('security_invoker=true' = ANY (reloptions), false)
        """;
    String definers =
        """
        SELECT proname || ' ' || coalesce((SELECT setting FROM unnest(proconfig) AS setting
                                            WHERE setting LIKE 'search_path=%'), 'of the caller')
          FROM pg_proc
         WHERE pronamespace = 'public'::regnamespace AND prosecdef
        """;

    assertThat(queryRows(views)).isEmpty();
    assertThat(queryRows(definers))
        .containsExactlyInAnyOrder(
            "create_day_partition search_path=public, pg_temp",
            "drop_day_partitions search_path=public, pg_temp");
  }

  @Test
  void theServicesRoleOwnsNothingAndBypassesNoPolicy() throws SQLException {
    String powers =
        """
        SELECT 'is powerful' FROM pg_roles
         WHERE rolname = current_user
           AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication)
        UNION ALL
        SELECT 'owns ' || classid::regclass || ' ' || objid FROM pg_shdepend
         WHERE refobjid = current_user::regrole AND deptype = 'o'
        UNION ALL
        SELECT 'is a member of ' || roleid::regrole FROM pg_auth_members
         WHERE member = current_user::regrole
        UNION ALL
        SELECT 'creates tables' WHERE has_schema_privilege('public', 'CREATE')
        UNION ALL
        SELECT 'goes past the policies of ' || relname FROM pg_class
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
           AND has_table_privilege(oid, 'TRUNCATE, REFERENCES, TRIGGER')
        """;

    assertThat(queryRows(powers)).isEmpty();
  }

  private static Set<String> tenantsSeen(Statement statement, TenantTable table)
      throws SQLException {
    String query = "SELECT DISTINCT %s FROM %s".formatted(table.column(), table);
    return Set.copyOf(rows(statement, query));
  }

  private static void assertNoneIsChanged(Statement statement, TenantTable table, String where)
      throws SQLException {
    String same = "UPDATE %1$s SET %2$s = %2$s".formatted(table, table.column());
    for (String change : List.of(same, "DELETE FROM " + table)) {
      assertThat(statement.executeUpdate(change + where)).as(change + where).isZero();
    }
  }

  private static void assertRefused(Statement statement, String change) {
    assertThatThrownBy(() -> statement.execute(change))
        .as(change)
        .hasMessageContaining("row-level security");
  }

  private static List<String> queryRows(String query) throws SQLException {
    try (Statement statement = roles.getFirst().createStatement()) {
      return rows(statement, query);
    }
  }

  private static List<String> rows(Statement statement, String query) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (ResultSet found = statement.executeQuery(query)) {
      while (found.next()) {
        rows.add(found.getString(1));
      }
    }
    return rows;
  }
}
