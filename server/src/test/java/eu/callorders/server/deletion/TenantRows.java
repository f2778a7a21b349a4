package eu.callorders.server.deletion;

import eu.callorders.server.TestNode;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Inserts rows of a tenant into every table. */
final class TenantRows {
  /** Parameters are the tenant's id and the number of rows. */
  private static final List<String> INSERTS =
      List.of(
          """
          INSERT INTO tenant
            (id, name, default_locale, timezone, verification_mode, calling_hours,
             max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
             max_open_orders, transcript_mode, transcript_retention, recording_retention,
             result_months, sequences_enabled)
          SELECT $1::uuid, 'Tenant ' || $2::integer, 'de-DE', 'Europe/Berlin', 'date_of_birth', '{}',
                 1, 1, 1, 1, 'none', 'P90D', 'P0D', 36, true
          """,
          """
          INSERT INTO client_registration (id, tenant_id, name, scopes, created_at, updated_at)
          SELECT md5($1::uuid || 'client' || n)::uuid, $1, 'Client', '{}', now(), now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO client_secret (id, tenant_id, registration_id, slot, hash, created_at)
          SELECT gen_random_uuid(), tenant_id, id, 1, sha256(id::text::bytea), now()
            FROM client_registration
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO client_lockout (registration_id, tenant_id, address)
          SELECT id, tenant_id, '' FROM client_registration
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO order_type (tenant_id, key, title, status, version, created_at, updated_at)
          SELECT $1::uuid, 'type_' || n, 'Type', 'active', 1, now(), now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO order_type_version (tenant_id, key, version, agent, defaults)
          SELECT $1::uuid, 'type_' || n, 1, '{}', '{}' FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO predial_check
            (id, tenant_id, url, timeout_ms, on_failure, created_at, updated_at)
          SELECT gen_random_uuid(), $1::uuid, 'https://client.example', 800, 'hold', now(), now()
           WHERE $2::integer > 0
          """,
          """
          INSERT INTO predial_secret (id, tenant_id, endpoint_id, ciphertext, created_at)
          SELECT gen_random_uuid(), tenant_id, id, '', now() FROM predial_check
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO hourly_count (tenant_id, hour, kind, name, count)
          SELECT $1::uuid, now() - n * interval '1 hour', 'order', 'no_contact', 1
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO hourly_count_queue (tenant_id, hour, kind, name, count)
          SELECT $1::uuid, now(), 'order', 'no_contact', 1
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO legal_hold (id, tenant_id, subject_reference, reason, created_at)
          SELECT gen_random_uuid(), $1::uuid, 'person-' || n, 'test', now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO dial_count (tenant_id, day, ends_at, dials)
          SELECT $1::uuid, current_date - n, now(), 1 FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO dial_halt (id, tenant_id, reason, halted_at, lifted_at, released_at)
          SELECT gen_random_uuid(), $1::uuid, 'test', now(), now(), now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO sequence (id, tenant_id, key, title, status, created_at, updated_at)
          SELECT md5($1::uuid || 'sequence' || n)::uuid, $1, 'sequence_' || n, 'Sequence', 'draft',
                 now(), now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO sequence_version
            (sequence_id, tenant_id, version, status, signal_type, definition, created_at)
          SELECT id, tenant_id, 1, 'draft', 'test', '{}', now() FROM sequence
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO signal
            (id, tenant_id, signal_type, subject_reference, dedupe_key, received_at,
             subject_data_complete, triggered, redacted_at)
          SELECT md5($1::uuid || 'signal' || n)::uuid, $1, 'test', '', 'key-' || n, now(), false,
                 '[]', now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO signal_key (tenant_id, signal_type, dedupe_key, signal_id)
          SELECT tenant_id, signal_type, dedupe_key, id FROM signal
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO enrollment
            (id, tenant_id, sequence_id, sequence_key, sequence_version, subject_reference,
             signal_id, status, position, step, created_at, ended_at)
          SELECT md5($1::uuid || 'enrollment' || n)::uuid, $1, md5($1::uuid || 'sequence1')::uuid,
                 'sequence_1', 1, 'person-' || n, md5($1::uuid || 'signal' || n)::uuid, 'completed',
                 'ended', 0, now(), now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO enrollment_body (enrollment_id, tenant_id)
          SELECT id, tenant_id FROM enrollment
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO enrollment_phone (tenant_id, phone, enrollment_id)
          SELECT tenant_id, '+493023125000', id FROM enrollment
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO suppression (id, tenant_id, phone, scope, source, created_at)
          SELECT md5($1::uuid || 'suppression' || n)::uuid, $1, '+4930' || n, 'voice', 'api', now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO suppression_enforcement (suppression_id, tenant_id)
          SELECT id, tenant_id FROM suppression
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO hold (id, tenant_id, phone, phone_hash, reason, source, created_at)
          SELECT md5($1::uuid || 'hold' || n)::uuid, $1, '+4930' || n, gen_random_uuid(),
                 'disputed', 'api', now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO hold_count (tenant_id, standing) SELECT $1::uuid, $2::integer
          """,
          """
          INSERT INTO erasure (id, tenant_id, requested_at, cutoff_at, next_run_at, completed_at)
          SELECT gen_random_uuid(), $1::uuid, now(), now(), now(), now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO erased_contact
            (tenant_id, reference_hash, phone_hash, claim_hash, ended_at, contact_day, answered,
             expires_at)
          SELECT $1::uuid, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now(),
                 current_date, false, now()
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO webhook_endpoint
            (id, tenant_id, url, payload_mode, status, verification_state, created_at, updated_at,
             deleted_at)
          SELECT md5($1::uuid || 'endpoint' || n)::uuid, $1, 'https://client.test/', 'full',
                 'disabled', 'failed', now(), now(), CASE WHEN n > 20 THEN now() END
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO webhook_secret (id, tenant_id, endpoint_id, ciphertext, created_at)
          SELECT gen_random_uuid(), tenant_id, id, '', now() FROM webhook_endpoint
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO webhook_replay
            (id, tenant_id, endpoint_id, cursor_xid, cursor_seq, end_xid, only_failed, state,
             events, created_at, ended_at)
          SELECT gen_random_uuid(), tenant_id, id, '1', 1, '2', false, 'done', 0, now(), now()
            FROM webhook_endpoint
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          // In two partitions and the default one.
          """
          INSERT INTO event (tenant_id, id, recorded_at, occurred_at, xid, type, envelope)
          SELECT $1::uuid, md5($1::uuid || 'event' || n)::uuid, now() - (n % 3) * interval '1 day',
                 now(), '1', 'call.ended', '{}'
            FROM generate_series(1, $2::integer) AS n
          """,
          """
          INSERT INTO webhook_event_queue (recorded_at, event_id, tenant_id, type)
          SELECT recorded_at, id, tenant_id, type FROM event
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO webhook_delivery
            (tenant_id, created_at, id, endpoint_id, event_id, event_recorded_at, event_type, status)
          SELECT tenant_id, recorded_at, id, md5($1::uuid || 'endpoint1')::uuid, id, recorded_at,
                 type, 'failed'
            FROM event
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO webhook_delivery_queue
            (tenant_id, created_at, delivery_id, endpoint_id, priority, due_at)
          SELECT tenant_id, created_at, id, endpoint_id, 0, now() FROM webhook_delivery
           WHERE tenant_id = $1::uuid AND $2::integer > 0
          """,
          """
          INSERT INTO idempotency_record
            (tenant_id, key, method, path, body_hash, status, headers, created_at)
          SELECT $1::uuid, 'key-' || n, 'POST', '/v1/signals', sha256(''), 200, '{}', now()
            FROM generate_series(1, $2::integer) AS n
          """);

  private TenantRows() {}

  /** A new tenant with that many rows in each table. */
  static UUID insert(TestNode node, int rows) {
    UUID tenantId = UUID.randomUUID();
    List<String> inserts =
        Stream.of(INSERTS, TenantOrderRows.INSERTS).flatMap(List::stream).toList();
    for (String insert : inserts) {
      TestNode.await(
          node.database.asWorker(
              connection -> connection.preparedQuery(insert).execute(Tuple.of(tenantId, rows))));
    }
    return tenantId;
  }
}
