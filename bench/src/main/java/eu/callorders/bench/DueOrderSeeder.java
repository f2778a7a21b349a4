package eu.callorders.bench;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.ordertype.DefaultOrderType;
import eu.callorders.server.ratelimit.TenantRateLimits;
import eu.callorders.server.tenant.AllowedCountries;
import eu.callorders.server.tenant.OutcomeSettings;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantQuotas;
import eu.callorders.server.tenant.TenantStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.Period;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Due orders, written past the service: copies of one that it has accepted, for other persons. */
final class DueOrderSeeder {
  private static final InstantSource TIME = InstantSource.system();
  private static final int TENANTS = 20;

  /** Of a country that permits calls on every day; where it is about noon is filled in. */
  private static final String ORDER =
      """
      {"order_type": "payment_reminder",
       "subject": {"reference": "person-0", "name": {"family_name": "Muster"}},
       "contacts": [{"channel": "phone", "value": "+12125550106"}],
       "context": {"claim": {"outstanding": {"value": "120.50", "currency": "EUR"},
         "creditor_name": "Stadtwerke Musterstadt", "basis": {"kind": "invoice"}}}}
      """;

  private static final String COPY =
      """
      WITH template AS (
        SELECT o.order_type, o.order_type_version, o.created_at,
               b.document::text AS document, b.submitted_scheduling
          FROM call_order o JOIN call_order_body b ON b.order_id = o.id
         WHERE o.subject_reference = 'person-0'
      ), tenants AS (
        SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM tenant WHERE name = '%s'
      ), fresh AS MATERIALIZED (
        SELECT gen_random_uuid() AS id, t.id AS tenant_id, '%s-' || n AS subject, n,
               template.order_type, template.order_type_version, template.created_at
          FROM generate_series(1, %d) AS n
          JOIN tenants t ON t.place = n %% (SELECT count(*) FROM tenants)
         CROSS JOIN template
      ), orders AS (
        INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
                                subject_reference, created_at, updated_at, next_attempt_at,
                                expires_at)
        SELECT id, tenant_id, 'scheduled', order_type, order_type_version, subject, created_at,
               created_at, %s, created_at + interval '30 days'
          FROM fresh
        RETURNING id
      )
      """;

  private static final String WITH_BODY =
      """
      INSERT INTO call_order_body (order_id, tenant_id, document, submitted_scheduling)
      SELECT fresh.id, fresh.tenant_id,
             replace(replace(document, '"person-0"', '"' || subject || '"'),
                     '+12125550106', '+1212' || (2000000 + n))::json,
             submitted_scheduling
        FROM fresh CROSS JOIN template
      """;

  private static final String WITHOUT_BODY = "SELECT count(*) FROM orders";

  private DueOrderSeeder() {}

  /** Creates the tenants, and has one order accepted that the others are copies of. */
  static void template(DialComponents parts) {
    UUID template = tenant(parts, "template", 1_000_000);
    createTenants(parts, "free", TENANTS);
    tenant(parts, "blocked", 0);
    ObjectNode order = (ObjectNode) Json.parse(ORDER);
    ((ObjectNode) order.get("subject")).put("timezone", daytime(TIME.instant()));
    OrderAcceptor.NewOrder wanted = parts.acceptance().newOrder(template, order, null);
    parts.database().asWorker(connection -> parts.acceptance().accept(connection, wanted)).await();
  }

  /** Creates so many tenants of that name. */
  static void createTenants(DialComponents parts, String name, int count) {
    for (int tenant = 0; tenant < count; tenant++) {
      tenant(parts, name, 1_000_000);
    }
  }

  private static UUID tenant(DialComponents parts, String name, int calls) {
    Instant now = TIME.instant();
    UUID id = UuidV7.at(now, new Random());
    Tenant tenant =
        new Tenant(
            id,
            name,
            false,
            "de-DE",
            ZoneId.of("Europe/Berlin"),
            "date_of_birth",
            (ObjectNode) Json.parse("{\"local_call_times\": []}"),
            quotas(calls),
            TenantRateLimits.NONE,
            new Tenant.RetentionPeriods("structured", Period.ofDays(90), Period.ZERO, 36),
            true,
            OutcomeSettings.NONE,
            List.of(new PhoneNumber("+493023125001")),
            AllowedCountries.ALL,
            Duration.ZERO,
            Json.object());
    parts
        .database()
        .asWorker(
            connection ->
                TenantStore.insert(connection, tenant, now)
                    .compose(done -> DefaultOrderType.createFor(connection, id, now)))
        .await();
    return id;
  }

  /** No quota but that of calls is ever reached. */
  private static TenantQuotas quotas(int calls) {
    ObjectNode quotas = Json.mapper().valueToTree(TenantQuotas.SANDBOX);
    quotas.put("max_concurrent_calls", calls);
    quotas.put("max_dials_per_day", 100_000_000);
    quotas.put("max_contacts_per_subject_per_day", 1_000);
    quotas.put("max_open_orders", 100_000_000);
    return Json.mapper().convertValue(quotas, TenantQuotas.class);
  }

  static String daytime(Instant now) {
    int hour = now.atZone(ZoneId.of("UTC")).getHour();
    int ahead = 12 - hour;
    return "Etc/GMT" + (ahead > 0 ? "-" : "+") + Math.abs(ahead);
  }

  /** Due orders of tenants that may dial, with all that a dial needs. */
  static String free(int orders) {
    return COPY.formatted("free", "free", orders, "now() - n * interval '1 millisecond'")
        + WITH_BODY;
  }

  /** Due orders of a tenant at its limit, each due before those of all others. */
  static String blocked(int orders) {
    return COPY.formatted("blocked", "blocked", orders, "now() - interval '1 day'") + WITHOUT_BODY;
  }

  /** Due orders of the tenants named "more". */
  static String more(int orders) {
    return COPY.formatted("more", "more", orders, "now() - n * interval '1 millisecond'")
        + WITHOUT_BODY;
  }

  /** Orders of the tenants that may dial, for later. */
  static String future(int orders) {
    return COPY.formatted("free", "future", orders, "now() + interval '1 day' + n * interval '1 s'")
        + WITHOUT_BODY;
  }
}
