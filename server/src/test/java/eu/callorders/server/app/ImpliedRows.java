package eu.callorders.server.app;

import java.util.List;
import java.util.UUID;

/** Rows of tables that other tables imply, or that may be empty and have no row to copy. */
final class ImpliedRows {
  /** Parameters are a tenant's id and the number of rows. */
  private static final List<String> STATEMENTS =
      List.of(
          """
          UPDATE enrollment e
             SET sequence_id = (SELECT s.id
                                  FROM sequence s
                                 WHERE s.tenant_id = e.tenant_id
                                 ORDER BY s.created_at DESC, s.id DESC
                                 LIMIT 1)
           WHERE NOT EXISTS (SELECT FROM sequence s
                              WHERE s.id = e.sequence_id AND s.tenant_id = e.tenant_id)
          """,
          """
          INSERT INTO enrollment_phone (tenant_id, phone, enrollment_id)
          SELECT tenant_id, '+4930' || row_number() OVER (), id FROM enrollment
          ON CONFLICT DO NOTHING
          """,
          """
          INSERT INTO gateway_erasure (attempt_id, tenant_id, next_attempt_at)
          SELECT id, tenant_id, now() + interval '1 year' FROM call_attempt
          """,
          // Due, but never claimed: there is no such endpoint.
          """
          INSERT INTO webhook_delivery_queue
            (tenant_id, created_at, delivery_id, endpoint_id, priority, due_at)
          SELECT '%1$s', now(), md5('due' || n)::uuid, md5('endpoint')::uuid, 0, now()
            FROM generate_series(1, %2$d) AS n
          """,
          "UPDATE audit_head SET entries = (SELECT max(position) FROM audit_entry)",
          """
          INSERT INTO unknown_call (attempt_id, order_id, priority, listed, next_run_at)
          SELECT md5('unknown' || n)::uuid, md5('order' || n)::uuid, 1, true,
                 now() + interval '1 year'
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO unknown_call_event (attempt_id, event_id, document)
          SELECT attempt_id, 'event', '{}' FROM unknown_call
          """,
          """
          INSERT INTO gone_order_key (tenant_id, key_hash, order_id)
          SELECT '%1$s', md5('key' || n)::uuid, md5('order' || n)::uuid
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO erased_contact
            (tenant_id, reference_hash, phone_hash, claim_hash, ended_at, contact_day, cause,
             answered, expires_at)
          SELECT '%1$s', md5('reference' || n)::uuid, md5('phone' || n)::uuid,
                 md5('claim' || n)::uuid, now(), now()::date, 'normal', false,
                 now() + interval '8 days'
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO held_order (tenant_id, order_id, hold_id)
          SELECT tenant_id, md5('order' || id)::uuid, id FROM hold WHERE status = 'active'
          """,
          """
          INSERT INTO legal_hold (id, tenant_id, subject_reference, reason, created_at)
          SELECT md5('legal hold' || n)::uuid, '%1$s', 'litigant-' || n, 'none', now()
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO call_evidence (call_id, tenant_id, created_at, jws, root, leaves, leaf, path)
          SELECT id, tenant_id, now(), 'jws', sha256('root'), 1, 0, '' FROM call_attempt
          ON CONFLICT DO NOTHING
          """,
          """
          INSERT INTO call_hangup (attempt_id, tenant_id, reason, requested_by, requested_at, pending)
          SELECT id, tenant_id, 'none', 'operator', now(), false FROM call_attempt
          ON CONFLICT DO NOTHING
          """,
          """
          INSERT INTO predial_question
            (tenant_id, order_id, question_id, entity_tag, held_until, delete_after)
          SELECT '%1$s', md5('order' || n)::uuid, md5('question' || n)::uuid, 1, now(),
                 now() + interval '1 year'
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO failed_work (kind, item_id, attempt_id, error)
          SELECT 'gateway_event', n, md5('attempt' || n)::uuid, 'error'
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO suppression_enforcement (suppression_id, tenant_id, next_run_at)
          SELECT md5('suppression' || n)::uuid, md5('tenant')::uuid, now() + interval '1 year'
            FROM generate_series(1, %2$d) AS n
          """,
          // One name, and the trigram of a text that few rows contain, in every row, at every age.
          """
          INSERT INTO search_text (id, tenant_id, kind, number, text, phones)
          SELECT md5('search' || n)::uuid, '%1$s', 'order', n - %2$d, 'person-1' || n || '-000', ''
            FROM generate_series(1, %2$d) AS n
          """,
          """
          INSERT INTO search_trigram (number, keys)
          SELECT t.number, ARRAY(
                   SELECT DISTINCT (t.number >> 12) << 24
                          | (ascii(substr(t.text, i)) * 257 + ascii(substr(t.text, i + 1))) * 257
                            + ascii(substr(t.text, i + 2))
                     FROM generate_series(1, length(t.text) - 2) AS i)
            FROM search_text t WHERE t.number <= 0
          """,
          """
          INSERT INTO dial_halt (id, tenant_id, reason, halted_at, lifted_at, released_at)
          SELECT md5('halt' || n)::uuid, '%1$s', 'none', now(), now(), now()
            FROM generate_series(1, %2$d) AS n
          """);

  private ImpliedRows() {}

  /** The statements for that many rows, most of them a tenant's, in their order. */
  static List<String> statements(UUID tenant, int rows) {
    return STATEMENTS.stream().map(statement -> statement.formatted(tenant, rows)).toList();
  }
}
