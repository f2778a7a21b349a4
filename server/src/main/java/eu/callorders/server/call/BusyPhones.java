package eu.callorders.server.call;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.tenant.TenantPhone;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The phones with an active attempt, by tenant. */
public final class BusyPhones {
  private static final String BUSY =
      """
      SELECT requested.tenant_id, requested.phone
        FROM unnest($1::uuid[], $2::text[]) AS requested (tenant_id, phone)
       CROSS JOIN LATERAL (
             SELECT
               FROM call_attempt a
              WHERE a.tenant_id = requested.tenant_id
                AND a.phone = requested.phone
                AND a.status IN ('placing', 'placed', 'ringing', 'answered')
              LIMIT 1) AS active
      """;

  private final Set<TenantPhone> busy;

  private BusyPhones(Set<TenantPhone> busy) {
    this.busy = busy;
  }

  public static Future<BusyPhones> load(SqlConnection connection, List<TenantPhone> phones) {
    return BatchStatement.of(BUSY, phones)
        .uuids(TenantPhone::tenantId)
        .strings(busy -> busy.phone().e164())
        .execute(connection)
        .map(
            rows -> {
              Set<TenantPhone> busy = new HashSet<>();
              rows.forEach(
                  row ->
                      busy.add(
                          new TenantPhone(
                              row.getUUID("tenant_id"), new PhoneNumber(row.getString("phone")))));
              return new BusyPhones(busy);
            });
  }

  public boolean contains(UUID tenantId, PhoneNumber phone) {
    return busy.contains(new TenantPhone(tenantId, phone));
  }

  public void add(UUID tenantId, PhoneNumber phone) {
    busy.add(new TenantPhone(tenantId, phone));
  }
}
