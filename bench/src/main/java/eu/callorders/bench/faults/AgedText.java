package eu.callorders.bench.faults;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import java.time.Duration;
import java.time.LocalDate;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Texts as the service would have written them some days earlier. */
final class AgedText {
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d{2}-\\d{2}(?=T\\d{2}:\\d{2}:\\d{2})");

  /** The identifiers that name the partition of their rows. */
  private static final Pattern DATED_ID = Pattern.compile("\\b(evt|whd)_[0-9a-z]{26}\\b");

  private AgedText() {}

  /** Moves all date-times, and the identifiers of events and deliveries, into the past. */
  static String of(String text, int days) {
    String moved =
        TIME.matcher(text)
            .replaceAll(date -> LocalDate.parse(date.group()).minusDays(days).toString());
    return DATED_ID.matcher(moved).replaceAll(id -> id(id, days));
  }

  private static String id(MatchResult found, int days) {
    IdKind kind = found.group(1).equals("evt") ? IdKind.EVENT : IdKind.WEBHOOK_DELIVERY;
    return kind.parse(found.group())
        .map(id -> kind.format(agedId(id, days)))
        .orElseGet(found::group);
  }

  /** The same identifier with an earlier time. */
  static UUID agedId(UUID id, int days) {
    long millis = UuidV7.instantOf(id).minus(Duration.ofDays(days)).toEpochMilli();
    return new UUID(
        (millis << 16) | (id.getMostSignificantBits() & 0xFFFF), id.getLeastSignificantBits());
  }
}
