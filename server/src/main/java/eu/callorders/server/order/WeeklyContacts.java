package eu.callorders.server.order;

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

  private final DecisionContext situation;
  private final OrderTermsReader terms;
  private final Map<ClaimWeek, Days> days;

  private WeeklyContacts(
      DecisionContext situation, OrderTermsReader terms, Map<ClaimWeek, Days> days) {
    this.situation = situation;
    this.terms = terms;
    this.days = days;
  }

  /** Queries only orders that a limit applies to. */
  static Future<WeeklyContacts> of(
      SqlConnection connection,
      List<CallOrder> orders,
      DecisionContext situation,
      OrderTermsReader terms,
      SubjectHistoryStore persons) {
    List<ClaimWeek> weeks =
        orders.stream()
            .filter(
                order ->
                    OrderTermsReader.phones(order.document()).stream()
                        .anyMatch(phone -> limits(order, phone, situation, terms).any()))
            .map(order -> week(order, situation))
            .distinct()
            .toList();
    Future<Map<ClaimWeek, Days>> days =
        weeks.isEmpty()
            ? Future.succeededFuture(new HashMap<>())
            : persons.weeks(connection, weeks);
    return days.map(found -> new WeeklyContacts(situation, terms, found));
  }

  /** The claim key of an order's attempts. */
  public static UUID claim(CallOrder order) {
    return ClaimKey.of(order.document());
  }

  public WeeklyQuota dials(CallOrder order, String phone) {
    return limits(order, phone, situation, terms)
        .dials(days.getOrDefault(week(order, situation), NEVER).dials(), situation.zone(order));
  }

  public WeeklyQuota conversations(CallOrder order, String phone) {
    return limits(order, phone, situation, terms)
        .conversations(
            days.getOrDefault(week(order, situation), NEVER).conversations(),
            situation.zone(order));
  }

  private static WeeklyLimits limits(
      CallOrder order, String phone, DecisionContext situation, OrderTermsReader terms) {
    return terms.weeklyLimits(order.document(), phone, today(order, situation));
  }

  private static ClaimWeek week(CallOrder order, DecisionContext situation) {
    return new ClaimWeek(
        DecisionContext.person(order), claim(order), WeeklyQuota.since(today(order, situation)));
  }

  private static LocalDate today(CallOrder order, DecisionContext situation) {
    ZoneId zone = situation.zone(order);
    return LocalDate.ofInstant(situation.now(order), zone);
  }
}
