package eu.callorders.core.simulation;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.Scheduling;
import eu.callorders.core.window.CallingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
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
  record SchedulingRequest(Scheduling scheduling, List<LocalHours> hours) {}

  static RequestedTerms of(
      List<PhoneNumber> phones, SchedulingRequest request, Instant acceptedAt) {
    Scheduling scheduling = request.scheduling();
    CallingWindow window = CallingWindow.of();
    for (LocalHours each : request.hours()) {
      window = window.narrowedBy(each.toZonedHours());
    }
    Instant expiresAt = scheduling.expiry(acceptedAt);
    Instant begin =
        scheduling.notBefore() != null && scheduling.notBefore().isAfter(acceptedAt)
            ? scheduling.notBefore()
            : acceptedAt;
    CallingWindow permitted = window.withBounds(scheduling.notBefore(), expiresAt);
    return new RequestedTerms(
        new OrderTerms(
            phones,
            scheduling.maxAttempts(),
            scheduling.minGap(),
            scheduling.randomize(),
            phones.stream().collect(Collectors.toMap(phone -> phone, phone -> permitted)),
            expiresAt),
        request.hours(),
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
