package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.time.Timestamps;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Reads the terms of attempts from an order's document. */
public final class OrderTermsReader {
  static final int DEFAULT_PRIORITY = 100;

  private final CallingWindows windows;

  public OrderTermsReader(CallingWindows windows) {
    this.windows = windows;
  }

  /**
   * Reads the terms of an order.
   *
   * @param acceptedAt in the tenant's time
   */
  public OrderTerms read(OrderDocument document, Tenant tenant, Instant acceptedAt) {
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
        phones.stream()
            .collect(
                Collectors.toMap(
                    phone -> phone,
                    phone ->
                        windows
                            .forPhone(document, tenant, phone)
                            .withBounds(notBefore, expiresAt))),
        expiresAt);
  }

  /** The weekly limits for a phone of the order on a day of the subject. */
  public WeeklyLimits weeklyLimits(OrderDocument document, String phone, LocalDate today) {
    return windows.weeklyLimits(document, phone, today);
  }

  /** When an order expires, in the tenant's time. */
  static Instant expiry(CallOrder order) {
    return expiry(order.document(), order.createdAt());
  }

  private static Instant expiry(OrderDocument document, Instant acceptedAt) {
    JsonNode scheduling = document.scheduling();
    return OrderTerms.expiry(
        acceptedAt, bound(scheduling, "not_before"), bound(scheduling, "not_after"));
  }

  /** The phones in dial order. */
  public static List<String> phones(OrderDocument document) {
    return phones(document.json());
  }

  /** The phones of an object with optional {@code contacts}, in dial order. */
  public static List<String> phones(JsonNode document) {
    return OrderTerms.dialOrder(
        StreamSupport.stream(document.path("contacts").spliterator(), false)
            .filter(contact -> contact.path("channel").asText().equals("phone"))
            .map(
                contact ->
                    new OrderTerms.PhoneContact(
                        contact.path("value").asText(),
                        contact.path("priority").asInt(DEFAULT_PRIORITY)))
            .toList());
  }

  private static @Nullable Instant bound(JsonNode scheduling, String member) {
    JsonNode window = scheduling.path("window");
    return window.hasNonNull(member) ? Timestamps.parse(window.get(member).asText()) : null;
  }
}
