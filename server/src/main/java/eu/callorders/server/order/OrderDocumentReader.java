package eu.callorders.server.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.hold.ClaimNumbers;
import eu.callorders.core.order.Scheduling;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import eu.callorders.server.window.CallTimesMapper;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the scheduling and the contact data of a valid document; members may be missing. */
public final class OrderDocumentReader {
  static final int DEFAULT_PRIORITY = 100;

  private OrderDocumentReader() {}

  static Scheduling scheduling(JsonNode scheduling) {
    JsonNode retry = scheduling.path("retry");
    JsonNode window = scheduling.path("window");
    return new Scheduling(
        scheduling.path("max_attempts").asInt(),
        Duration.ofHours(retry.path("min_gap_hours").asInt()),
        retry.path("randomize_within_window").asBoolean(),
        instant(window, "not_before"),
        instant(window, "not_after"),
        CallTimesMapper.read(scheduling.path("local_call_times")),
        scheduling.path("on_window_violation").asText().equals("reject"));
  }

  private static @Nullable Instant instant(JsonNode window, String member) {
    return window.hasNonNull(member) ? Timestamps.parse(window.get(member).asText()) : null;
  }

  /** Of an object with optional {@code subject} and {@code contacts}. */
  public static SubjectContact contact(JsonNode document) {
    JsonNode zone = document.path("subject").path("timezone");
    JsonNode address = document.path("subject").path("address");
    return new SubjectContact(
        phones(document.path("contacts")),
        zone.isTextual() ? ZoneId.of(zone.asText()) : null,
        address.hasNonNull("country") ? address.get("country").asText() : null,
        address.path("postal_code").asText());
  }

  /** The numbers of the claim of an object with an optional {@code context}. */
  public static ClaimNumbers claim(JsonNode document) {
    return new ClaimNumbers(OrderDocument.claimNumbers(document));
  }

  /** By priority, the lowest first, then as given; of duplicates the first remains. */
  private static List<PhoneNumber> phones(JsonNode contacts) {
    return Json.items(contacts)
        .filter(contact -> contact.path("channel").asText().equals("phone"))
        .sorted(
            Comparator.comparingInt(contact -> contact.path("priority").asInt(DEFAULT_PRIORITY)))
        .map(contact -> new PhoneNumber(contact.path("value").asText()))
        .distinct()
        .toList();
  }
}
