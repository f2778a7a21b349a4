package eu.callorders.server.order;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.capacity.WeeklyQuota;
import eu.callorders.server.call.SubjectHistoryStore;
import eu.callorders.server.call.SubjectHistoryStore.ClaimWeek;
import eu.callorders.server.call.SubjectHistoryStore.Days;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Dials and conversations per subject and claim in the last seven local days, where a country
 * limits them. Read under the subjects' locks, like the {@link DecisionContext}.
 */
public final class WeeklyContacts {
  private static final Days NEVER = new Days(List.of(), List.of());

  private final DecisionContext context;
  private final CallingWindows windows;
  private final Map<ClaimWeek, Days> days;

  private WeeklyContacts(
      DecisionContext context, CallingWindows windows, Map<ClaimWeek, Days> days) {
    this.context = context;
    this.windows = windows;
    this.days = days;
  }

  /** Queries only orders that a limit applies to. */
  static Future<WeeklyContacts> load(
      SqlConnection connection,
      List<CallOrder> orders,
      DecisionContext context,
      CallingWindows windows,
      SubjectHistoryStore historyStore) {
    List<ClaimWeek> weeks =
        orders.stream()
            .filter(
                order ->
                    order.phones().stream()
                        .anyMatch(phone -> limits(order, phone, context, windows).hasLimit()))
            .map(order -> claimWeek(order, context))
            .distinct()
            .toList();
    Future<Map<ClaimWeek, Days>> days =
        weeks.isEmpty()
            ? Future.succeededFuture(new HashMap<>())
            : historyStore.loadWeeks(connection, weeks);
    return days.map(found -> new WeeklyContacts(context, windows, found));
  }

  public static UUID claimKey(CallOrder order) {
    return ClaimKey.of(order.document());
  }

  public WeeklyQuota dials(CallOrder order, PhoneNumber phone) {
    return limits(order, phone, context, windows)
        .dials(days.getOrDefault(claimWeek(order, context), NEVER).dials(), context.zone(order));
  }

  public WeeklyQuota conversations(CallOrder order, PhoneNumber phone) {
    return limits(order, phone, context, windows)
        .conversations(
            days.getOrDefault(claimWeek(order, context), NEVER).conversations(),
            context.zone(order));
  }

  private static WeeklyLimits limits(
      CallOrder order, PhoneNumber phone, DecisionContext context, CallingWindows windows) {
    return windows.weeklyLimits(order.document().contact(), phone, today(order, context));
  }

  private static ClaimWeek claimWeek(CallOrder order, DecisionContext context) {
    return new ClaimWeek(
        DecisionContext.subject(order),
        claimKey(order),
        WeeklyQuota.windowStart(today(order, context)));
  }

  private static LocalDate today(CallOrder order, DecisionContext context) {
    ZoneId zone = context.zone(order);
    return LocalDate.ofInstant(context.now(order), zone);
  }
}
