package eu.callorders.core.simulation;

import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.window.CallingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a client has asked for, beside what the core makes of it. */
record RequestedTerms(
    OrderTerms forCore,
    List<LocalHours> hours,
    @Nullable Instant notBefore,
    @Nullable Instant notAfter,
    Instant latest) {
  private static final Duration PATIENCE = Duration.ofDays(30);

  /** What is asked for anew with each edit. */
  record Scheduling(
      int maxAttempts,
      Duration minGap,
      boolean randomize,
      List<LocalHours> hours,
      @Nullable Instant notBefore,
      @Nullable Instant notAfter) {}

  static RequestedTerms of(List<String> phones, Scheduling asked, Instant acceptedAt) {
    CallingWindow window = CallingWindow.of();
    for (LocalHours each : asked.hours()) {
      window = window.narrowedBy(each.forCore());
    }
    Instant expiresAt = OrderTerms.expiry(acceptedAt, asked.notBefore(), asked.notAfter());
    Instant begin =
        asked.notBefore() != null && asked.notBefore().isAfter(acceptedAt)
            ? asked.notBefore()
            : acceptedAt;
    return new RequestedTerms(
        new OrderTerms(
            phones,
            asked.maxAttempts(),
            asked.minGap(),
            asked.randomize(),
            window.between(asked.notBefore(), expiresAt),
            expiresAt),
        asked.hours(),
        asked.notBefore(),
        asked.notAfter(),
        begin.plus(PATIENCE));
  }

  /** Judged apart from the core. */
  boolean permit(Instant instant) {
    return (notBefore == null || !instant.isBefore(notBefore))
        && (notAfter == null || instant.isBefore(notAfter))
        && instant.isBefore(latest)
        && hours.stream().allMatch(each -> each.permit(instant));
  }

  @Override
  public String toString() {
    return "%s, at most %d, gap %s, from %s to %s, %s"
        .formatted(
            forCore.phones(),
            forCore.maxAttempts(),
            forCore.minGap(),
            notBefore,
            forCore.expiresAt(),
            hours);
  }
}
