package eu.callorders.server.order;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.Quota;
import eu.callorders.core.window.LocalDays;
import eu.callorders.server.call.SubjectHistoryStore;
import eu.callorders.server.call.SubjectHistoryStore.PhoneDay;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.window.PhoneLocation;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Today's contacts of the numbers of orders, for whatever subject, where the tenant limits them.
 * The day is that of the number's first time zone, else the tenant's.
 */
public final class NumberContacts {
  private final DecisionContext context;
  private final Map<PhoneDay, Integer> counts;

  private NumberContacts(DecisionContext context, Map<PhoneDay, Integer> counts) {
    this.context = context;
    this.counts = counts;
  }

  /** Queries only orders of tenants with a limit. */
  static Future<NumberContacts> load(
      SqlConnection connection,
      List<CallOrder> orders,
      DecisionContext context,
      SubjectHistoryStore historyStore) {
    List<PhoneDay> days =
        orders.stream()
            .filter(order -> limit(context.tenant(order)) != null)
            .flatMap(order -> order.phones().stream().map(phone -> day(order, phone, context)))
            .toList();
    Future<Map<PhoneDay, Integer>> counts =
        days.isEmpty()
            ? Future.succeededFuture(Map.of())
            : historyStore.countContacts(connection, days);
    return counts.map(found -> new NumberContacts(context, found));
  }

  /** The contacts of a phone of the order today; null without a limit. */
  public @Nullable Quota quota(CallOrder order, PhoneNumber phone) {
    Integer limit = limit(context.tenant(order));
    return limit == null
        ? null
        : new Quota(counts.getOrDefault(day(order, phone, context), 0), limit);
  }

  /** The phones of the order without a contact left today. */
  public List<TenantPhone> spent(CallOrder order) {
    return order.phones().stream()
        .filter(phone -> quota(order, phone) instanceof Quota quota && quota.isExhausted())
        .map(phone -> new TenantPhone(order.tenantId(), phone))
        .toList();
  }

  public Instant dayEndsAt(CallOrder order, PhoneNumber phone) {
    return day(order, phone, context).endsAt();
  }

  private static @Nullable Integer limit(Tenant tenant) {
    return tenant.quotas().maxContactsPerNumberPerDay();
  }

  private static PhoneDay day(CallOrder order, PhoneNumber phone, DecisionContext context) {
    Instant now = context.now(order);
    ZoneId zone =
        PhoneLocation.of(phone).zones().stream()
            .findFirst()
            .orElse(context.tenant(order).timezone());
    return new PhoneDay(
        order.tenantId(),
        phone,
        LocalDate.ofInstant(now, zone).atStartOfDay(zone).toInstant(),
        LocalDays.startOfNextDay(now, zone));
  }
}
