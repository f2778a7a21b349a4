package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.ClockInterval;
import eu.callorders.core.window.StatutoryHours;
import eu.callorders.core.window.WeeklyHours;
import eu.callorders.core.window.ZonedHours;
import eu.callorders.server.http.Timestamps;
import eu.callorders.server.tenant.Tenant;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** What an order's document means for its attempts. */
public final class TermsOfOrder {
  private static final Map<String, DayOfWeek> DAYS =
      Map.of(
          "mon", DayOfWeek.MONDAY,
          "tue", DayOfWeek.TUESDAY,
          "wed", DayOfWeek.WEDNESDAY,
          "thu", DayOfWeek.THURSDAY,
          "fri", DayOfWeek.FRIDAY,
          "sat", DayOfWeek.SATURDAY,
          "sun", DayOfWeek.SUNDAY);

  /** That of a contact without one. */
  static final int LEAST_PRIORITY = 100;

  private TermsOfOrder() {}

  /**
   * The terms of an order.
   *
   * @param acceptedAt the tenant's time of its acceptance
   */
  public static OrderTerms of(OrderDocument document, Tenant tenant, Instant acceptedAt) {
    List<String> phones = phones(document);
    JsonNode scheduling = document.scheduling();
    Instant notBefore = bound(scheduling, "not_before");
    Instant expiresAt = expiry(document, acceptedAt);
    JsonNode retry = scheduling.path("retry");
    return new OrderTerms(
        phones,
        scheduling.path("max_attempts").asInt(),
        Duration.ofHours(retry.path("min_gap_hours").asInt()),
        retry.path("randomize_within_window").asBoolean(),
        window(document, tenant, phones).between(notBefore, expiresAt),
        expiresAt);
  }

  /** When an order runs out, in its tenant's time. */
  static Instant expiry(CallOrder order) {
    return expiry(order.document(), order.createdAt());
  }

  private static Instant expiry(OrderDocument document, Instant acceptedAt) {
    JsonNode scheduling = document.scheduling();
    return OrderTerms.expiry(
        acceptedAt, bound(scheduling, "not_before"), bound(scheduling, "not_after"));
  }

  /** The numbers to dial, in that order. */
  public static List<String> phones(OrderDocument document) {
    return OrderTerms.dialOrder(
        StreamSupport.stream(document.json().path("contacts").spliterator(), false)
            .filter(contact -> contact.path("channel").asText().equals("phone"))
            .map(
                contact ->
                    new OrderTerms.Phone(
                        contact.path("value").asText(),
                        contact.path("priority").asInt(LEAST_PRIORITY)))
            .toList());
  }

  /** The zone whose calendar counts the person's days. */
  public static ZoneId zone(OrderDocument document, Tenant tenant) {
    return PersonZone.of(document, phones(document), tenant).getFirst();
  }

  private static CallingWindow window(OrderDocument document, Tenant tenant, List<String> phones) {
    List<ZoneId> zones = PersonZone.of(document, phones, tenant);
    JsonNode tenantHours = tenant.callingHours();
    CallingWindow window = CallingWindow.of();
    for (ZoneId zone : zones) {
      window = window.narrowedBy(new ZonedHours(zone, StatutoryHours.GENERAL));
      window = narrowed(window, document.scheduling().path("local_call_times"), zone);
      window = narrowed(window, tenantHours.path("local_call_times"), zoneOf(tenantHours, zone));
    }
    return window;
  }

  private static ZoneId zoneOf(JsonNode tenantHours, ZoneId person) {
    return tenantHours.hasNonNull("timezone")
        ? ZoneId.of(tenantHours.get("timezone").asText())
        : person;
  }

  private static CallingWindow narrowed(CallingWindow window, JsonNode callTimes, ZoneId zone) {
    if (callTimes.isEmpty()) {
      return window;
    }
    List<WeeklyHours.Entry> entries =
        StreamSupport.stream(callTimes.spliterator(), false).map(TermsOfOrder::entry).toList();
    return window.narrowedBy(new ZonedHours(zone, WeeklyHours.of(entries)));
  }

  private static WeeklyHours.Entry entry(JsonNode callTime) {
    Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
    callTime.path("days").forEach(day -> days.add(DAYS.get(day.asText())));
    return new WeeklyHours.Entry(
        days, ClockInterval.of(callTime.path("from").asText(), callTime.path("to").asText()));
  }

  private static @Nullable Instant bound(JsonNode scheduling, String member) {
    JsonNode window = scheduling.path("window");
    return window.hasNonNull(member) ? Timestamps.parse(window.get(member).asText()) : null;
  }
}
