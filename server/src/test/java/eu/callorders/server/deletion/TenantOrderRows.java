package eu.callorders.server.deletion;

import java.util.List;

/** Inserts of {@link TenantRows} for the orders of a tenant and their calls. */
final class TenantOrderRows {
  /** Parameters are the tenant's id and the number of rows. */
  static final List<String> INSERTS =
      List.of(
          """
          INSERT INTO call_order
            (id, tenant_id, status, order_type, order_type_version, subject_reference, created_at,
             updated_at, expires_at, ended_at)
          SELECT md5($1::uuid || 'order' || n)::uuid, $1, 'completed', 'type_1', 1, 'person-' || n,
                 now(), now(), now(), now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO call_order_body (order_id, tenant_id, document, submitted_scheduling)
          SELECT id, tenant_id, '{}', '{}' FROM call_order
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO call_order_result (order_id, tenant_id, result)
          SELECT id, tenant_id, '{}' FROM call_order
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO call_order_phone (tenant_id, phone, order_id)
          SELECT tenant_id, '+493023125000', id FROM call_order
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO predial_question
            (tenant_id, order_id, question_id, entity_tag, asked_until, delete_after)
          SELECT tenant_id, id, gen_random_uuid(), 1, now(), now() FROM call_order
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO gone_order_key (tenant_id, key_hash, order_id)
          SELECT tenant_id, gen_random_uuid(), id FROM call_order
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          WITH text AS (
            INSERT INTO search_text (id, tenant_id, kind, number, text, phones)
            SELECT id, tenant_id, 'order', nextval('search_number'), subject_reference, ''
              FROM call_order
             WHERE tenant_id = $1::uuid AND $2::integer > 0
            RETURNING number)
          INSERT INTO search_trigram (number, keys) SELECT number, '{}' FROM text
          """,
          """
          INSERT INTO call_attempt
            (id, tenant_id, order_id, subject_reference, phone, from_number, claim_key, status,
             attempt_number, intended_at, not_after, contact_day, dial_day, decision, ended_at,
             disposition)
          SELECT md5($1::uuid || 'attempt' || n)::uuid, $1, md5($1::uuid || 'order' || n)::uuid,
                 'person-' || n, '+493023125000', '+493023125001', gen_random_uuid(), 'closed',
                 1, now(), now(), current_date, current_date, '{}', now(), 'busy'
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO transcript (attempt_id, tenant_id, expires_at, document)
          SELECT id, tenant_id, now(), '{}' FROM call_attempt
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO promise
            (id, tenant_id, order_id, call_id, subject_reference, due_on, breaks_at, created_at)
          SELECT gen_random_uuid(), tenant_id, order_id, id, subject_reference, current_date, now(),
                 now()
            FROM call_attempt
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO call_hangup (attempt_id, tenant_id, reason, requested_by, requested_at)
          SELECT id, tenant_id, 'test', 'operator', now() FROM call_attempt
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO call_evidence (call_id, tenant_id, created_at, jws)
          SELECT id, tenant_id, now(), '' FROM call_attempt
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO failed_work (kind, item_id, attempt_id, error)
          SELECT 'gateway_event', id, id, 'error' FROM call_attempt
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO unknown_call (attempt_id, order_id, priority)
          SELECT md5($1::uuid || 'unknown' || n)::uuid, md5($1::uuid || 'order' || n)::uuid, 1
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO held_order (tenant_id, order_id, hold_id)
          SELECT tenant_id, md5($1::uuid || 'order1')::uuid, id FROM hold
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """);

  private TenantOrderRows() {}
}
