package eu.callorders.bench;

import java.sql.SQLException;

/** Enrollments that wait, written past the service, each with the instant at which it wakes up. */
record WaitingEnrollmentSeeder(Server server, String zone) {
  static final String SEQUENCE =
      """
      {"key": "bench", "title": "Three long waits", "trigger": {"signal_type": "invoice.overdue"},
       "steps": [{"id": "first", "type": "wait", "after": {"min": "P30D"}},
                 {"id": "second", "type": "wait", "after": {"min": "P30D"}},
                 {"id": "third", "type": "wait", "after": {"min": "P30D"}}]}
      """;

  private static final String ENROLLMENTS =
      """
      INSERT INTO {table} (id, tenant_id, sequence_id, sequence_key, sequence_version,
        subject_reference, signal_id, status, position, step, next_action_at, created_at)
      SELECT uuidv7(), s.tenant_id, s.id, s.key, 1, '{name}-' || n, uuidv7(), 'active', 'waiting',
             0, clock.now + {due}, clock.now - interval '30 days'
        FROM generate_series(1, {count}) AS n
       CROSS JOIN sequence s
       CROSS JOIN LATERAL (
             SELECT date_trunc('milliseconds', now())
                      + t.clock_offset_ms * interval '1 millisecond' AS now
               FROM tenant t
              WHERE t.id = s.tenant_id) AS clock
       WHERE s.key = 'bench'
      """;

  /** Of a country that permits calls on every day; where it is about noon is filled in. */
  private static final String WITH_BODIES =
      """
      WITH fresh AS (
        {enrollments}
        RETURNING id, tenant_id, subject_reference)
      INSERT INTO enrollment_body (enrollment_id, tenant_id, subject_data)
      SELECT id, tenant_id, json_build_object(
               'subject', json_build_object('reference', subject_reference,
                 'name', json_build_object('given_name', 'Erika', 'family_name', 'Mustermann'),
                 'timezone', '{zone}'),
               'contacts', '[{"channel": "phone", "value": "+12125550106"}]'::json,
               'context', '{"claim": {"outstanding": {"value": "249.90", "currency": "EUR"},
                 "creditor_name": "Beispiel Versand GmbH", "basis": {"kind": "invoice"}}}'::json)
        FROM fresh
      """;

  WaitingEnrollmentSeeder(Server server) {
    this(server, DueOrderSeeder.daytime(server.sandbox().tenantTime()));
  }

  /** So many that are to wake up soon, all there at once when this returns. */
  void soon(String name, int count, String due) throws SQLException {
    try (SqlSession session = server.connect()) {
      session.connection().setAutoCommit(false);
      session.execute(
          WITH_BODIES
              .replace("{enrollments}", enrollments("enrollment", name, count, due))
              .replace("{zone}", zone));
      session.execute("ANALYZE enrollment, enrollment_body");
      session.connection().commit();
    }
  }

  /** Enrollments that wake up from tomorrow on; their bodies are missing. */
  void later(int count) throws SQLException {
    server.execute(
        enrollments("enrollment", "later", count, "interval '1 day' + n * interval '1 s'"),
        "VACUUM ANALYZE enrollment");
  }

  /** The statement that writes so many into a table that looks like that of the enrollments. */
  static String enrollments(String table, String name, int count, String due) {
    return ENROLLMENTS
        .replace("{table}", table)
        .replace("{name}", name)
        .replace("{count}", "" + count)
        .replace("{due}", due);
  }
}
