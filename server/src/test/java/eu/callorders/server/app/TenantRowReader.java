package eu.callorders.server.app;

import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads the rows of a tenant in all tables, as schema owner. */
record TenantRowReader(RunningService service, UUID tenantId) {
  private static final String TABLES =
      """
      SELECT c.relname, a.attname FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid
         AND a.attname = CASE c.relname WHEN 'tenant' THEN 'id' ELSE 'tenant_id' END
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
         AND NOT c.relispartition
         AND c.relname NOT IN ('search_text', 'call_evidence', 'hourly_count',
                               'hourly_count_queue') -- loops change them afterwards
      """;

  private static final String DIGEST =
      """
      SELECT '%1$s',
             count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' ORDER BY md5(t::text))), '')
        FROM %1$s t WHERE %2$s = '%3$s'
      """;

  private static final String PENDING_WORK =
      """
      SELECT (SELECT count(*) FROM call_order WHERE tenant_id = t.id
                 AND status IN ('accepted', 'dialing', 'in_progress'))
           + (SELECT count(*) FROM call_attempt WHERE tenant_id = t.id
                 AND (status IN ('placing', 'placed', 'ringing', 'answered')
                      OR report_due_at IS NOT NULL))
           + (SELECT count(*) FROM enrollment WHERE tenant_id = t.id
                 AND (order_ended OR (status = 'active' AND position = 'before')))
           + (SELECT count(*) FROM suppression_enforcement WHERE tenant_id = t.id)
           + (SELECT count(*) FROM webhook_event_queue WHERE tenant_id = t.id)
        FROM tenant t WHERE id = ?
      """;

  /** Row count and digest of the tenant's rows by table. */
  Map<String, String> digests() {
    String queries =
        service.sql(TABLES).stream()
            .map(table -> DIGEST.formatted(table.get(0), table.get(1), tenantId))
            .collect(Collectors.joining(" UNION ALL "));
    Map<String, String> digests = new TreeMap<>();
    service.sql(queries).forEach(table -> digests.put(table.get(0), table.get(1)));
    return digests;
  }

  /** Counts pending background work that still changes rows of the tenant. */
  int pendingWork() {
    return Integer.parseInt(service.sql(PENDING_WORK, tenantId).getFirst().getFirst());
  }
}
