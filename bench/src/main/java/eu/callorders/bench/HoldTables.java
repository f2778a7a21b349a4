package eu.callorders.bench;

import java.sql.SQLException;
import java.util.List;

/**
 * Two tables of holds in one database, an empty one and one with rows; the service uses one of them
 * at a time. The same process works with both, so that it is as warm with one as with the other.
 */
final class HoldTables {
  /** The service's table, and the other one, change their names. */
  private static final List<String> SWAP =
      List.of(
          "BEGIN",
          "ALTER TABLE hold RENAME TO hold_before",
          "ALTER TABLE hold_aside RENAME TO hold",
          "ALTER TABLE hold_before RENAME TO hold_aside",
          "COMMIT");

  private final SqlSession owner;
  private boolean filled = true;

  private HoldTables(SqlSession owner) {
    this.owner = owner;
  }

  /** Creates the empty table, and writes so many holds into the other one. */
  static HoldTables create(SqlSession owner, int holds) throws SQLException {
    owner.executeAll(
        List.of(
            "CREATE TABLE hold_aside (LIKE hold INCLUDING ALL)",
            "ALTER TABLE hold_aside ENABLE ROW LEVEL SECURITY",
            "ALTER TABLE hold_aside FORCE ROW LEVEL SECURITY",
            "CREATE POLICY tenant_isolation ON hold_aside USING (is_tenant_visible(tenant_id))"));
    write(owner, holds);
    owner.execute("VACUUM ANALYZE hold");
    return new HoldTables(owner);
  }

  /** Has the service use the table with rows, or the empty one. */
  void use(boolean withRows) throws SQLException {
    if (filled != withRows) {
      owner.executeAll(SWAP);
      filled = withRows;
    }
  }

  /**
   * Holds of all tenants that stand, by turns on a person, a number, a claim, and a number of a
   * person. No order has these names: the hashes are random, as those of a keyed hash are.
   */
  private static void write(SqlSession owner, int count) throws SQLException {
    owner.execute(
        """
        INSERT INTO hold (id, tenant_id, subject_reference, phone, claim_member, claim_value,
                          subject_hash, phone_hash, claim_hash, reason, source, until, created_at)
        SELECT uuidv7(-n * interval '1 s'), t.id,
               CASE WHEN n %% 4 IN (0, 3) THEN 'held-' || n END,
               CASE WHEN n %% 4 IN (1, 3) THEN '+49303' || lpad(n::text, 7, '0') END,
               CASE WHEN n %% 4 = 2 THEN 'case_number' END,
               CASE WHEN n %% 4 = 2 THEN 'held-' || n END,
               CASE WHEN n %% 4 IN (0, 3) THEN gen_random_uuid() END,
               CASE WHEN n %% 4 IN (1, 3) THEN gen_random_uuid() END,
               CASE WHEN n %% 4 = 2 THEN gen_random_uuid() END,
               'disputed', 'call_result',
               CASE WHEN n %% 8 < 4 THEN now() + interval '10 years' END, now() - n * interval '1 s'
          FROM generate_series(1, %d) AS n
          JOIN (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS tenants
                  FROM tenant) AS t ON t.place = n %% t.tenants
        """
            .formatted(count));
  }
}
