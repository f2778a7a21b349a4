package eu.callorders.bench;

import java.sql.SQLException;

/**
 * Holds that stand, written past the service, on persons, numbers and claims that no order has: the
 * hashes are random, as those of a keyed hash are.
 */
final class HoldSeeder {
  private HoldSeeder() {}

  /**
   * Writes so many holds of all tenants, by turns on a person, a number, a claim, and a number of a
   * person.
   */
  static void write(SqlSession owner, int count) throws SQLException {
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
    owner.execute("VACUUM ANALYZE hold");
  }
}
