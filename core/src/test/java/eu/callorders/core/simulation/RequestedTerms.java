package eu.callorders.core.simulation;

import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.window.CallingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The terms requested by a client, beside the core's. */
record RequestedTerms(
    OrderTerms orderTerms,
    List<LocalHours> hours,
    @Nullable Instant notBefore,
    @Nullable Instant notAfter,
    Instant latest) {
  private static final Duration MAX_AGE = Duration.ofDays(30);

  /** The part that each edit replaces. */
  record Scheduling(
      int maxAttempts,
      Duration minGap,
      boolean randomize,
      List<LocalHours> hours,
      @Nullable Instant notBefore,
      @Nullable Instant notAfter) {}

  static RequestedTerms of(List<String> phones, Scheduling scheduling, Instant acceptedAt) {
    CallingWindow window = CallingWindow.of();
    for (LocalHours each : scheduling.hours()) {
      window = window.narrowedBy(each.toZonedHours());
    }
    Instant expiresAt =
        OrderTerms.expiry(acceptedAt, scheduling.notBefore(), scheduling.notAfter());
    Instant begin =
        scheduling.notBefore() != null && scheduling.notBefore().isAfter(acceptedAt)
            ? scheduling.notBefore()
            : acceptedAt;
    return new RequestedTerms(
        new OrderTerms(
            phones,
            scheduling.maxAttempts(),
            scheduling.minGap(),
            scheduling.randomize(),
            window.withBounds(scheduling.notBefore(), expiresAt),
            expiresAt),
        scheduling.hours(),
        scheduling.notBefore(),
        scheduling.notAfter(),
        begin.plus(MAX_AGE));
  }

  /** Evaluated independently of the core. */
  boolean permits(Instant instant) {
    return (notBefore == null || !instant.isBefore(notBefore))
        && (notAfter == null || instant.isBefore(notAfter))
        && instant.isBefore(latest)
        && hours.stream().allMatch(each -> each.permits(instant));
  }

  @Override
  public String toString() {
    return "%s, at most %d, gap %s, from %s to %s, %s"
        .formatted(
            orderTerms.phones(),
            orderTerms.maxAttempts(),
            orderTerms.minGap(),
            notBefore,
            orderTerms.expiresAt(),
            hours);
  }
}
