package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.WeeklyQuota;
import eu.callorders.core.signing.Sha256;
import eu.callorders.server.call.SubjectHistoryStore;
import eu.callorders.server.call.SubjectHistoryStore.ClaimWeek;
import eu.callorders.server.call.SubjectHistoryStore.Days;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.nio.ByteBuffer;
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
  private static final List<String> CLAIM_NUMBERS =
      List.of("case_number", "contract_number", "invoice_number");

  private final DecisionContext context;
  private final Map<ClaimWeek, Days> days;

  private WeeklyContacts(DecisionContext context, Map<ClaimWeek, Days> days) {
    this.context = context;
    this.days = days;
  }

  /** Queries only orders that a limit applies to. */
  static Future<WeeklyContacts> load(
      SqlConnection connection,
      List<CallOrder> orders,
      DecisionContext context,
      SubjectHistoryStore historyStore) {
    List<ClaimWeek> weeks =
        orders.stream()
            .filter(
                order ->
                    order.phones().stream()
                        .anyMatch(phone -> context.weeklyLimits(order, phone).hasLimit()))
            .map(order -> claimWeek(order, context))
            .distinct()
            .toList();
    Future<Map<ClaimWeek, Days>> days =
        weeks.isEmpty()
            ? Future.succeededFuture(new HashMap<>())
            : historyStore.loadWeeks(connection, weeks);
    return days.map(found -> new WeeklyContacts(context, found));
  }

  /**
   * Identifies the claim of an order without storing its names: a digest of the case number, else
   * the contract number, else the invoice number, else the creditor's name.
   */
  public static UUID claimKey(OrderDocument document) {
    JsonNode claim = document.json().path("context").path("claim");
    for (String member : CLAIM_NUMBERS) {
      String value = claim.path("reference").path(member).asText();
      if (!value.isEmpty()) {
        return digest(member + ":" + value);
      }
    }
    return digest("creditor_name:" + claim.path("creditor_name").asText());
  }

  private static UUID digest(String name) {
    ByteBuffer digest = ByteBuffer.wrap(Sha256.of(name));
    return new UUID(digest.getLong(), digest.getLong());
  }

  public WeeklyQuota dials(CallOrder order, PhoneNumber phone) {
    return context.weeklyLimits(order, phone).dials(days(order).dials(), context.zone(order));
  }

  public WeeklyQuota conversations(CallOrder order, PhoneNumber phone) {
    return context
        .weeklyLimits(order, phone)
        .conversations(days(order).conversations(), context.zone(order));
  }

  private Days days(CallOrder order) {
    return days.getOrDefault(claimWeek(order, context), NEVER);
  }

  private static ClaimWeek claimWeek(CallOrder order, DecisionContext context) {
    return new ClaimWeek(
        DecisionContext.subject(order),
        claimKey(order.document()),
        WeeklyQuota.windowStart(context.today(order)));
  }
}
