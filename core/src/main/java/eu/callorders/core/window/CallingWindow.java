package eu.callorders.core.window;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When one person may be called: the intersection of all given hours, within absolute bounds.
 *
 * @param hours intersected; none permits every hour
 * @param notBefore included; null: unbounded
 * @param notAfter excluded; null: unbounded
 */
public record CallingWindow(
    List<ZonedHours> hours, @Nullable Instant notBefore, @Nullable Instant notAfter) {

  /** Limit of the search for a permitted instant. */
  public static final Duration HORIZON = Duration.ofDays(400);

  public CallingWindow {
    hours = List.copyOf(hours);
  }

  public static CallingWindow of(ZonedHours... hours) {
    return new CallingWindow(List.of(hours), null, null);
  }

  public CallingWindow narrowedBy(ZonedHours further) {
    return hours.contains(further)
        ? this
        : new CallingWindow(
            Stream.concat(hours.stream(), Stream.of(further)).toList(), notBefore, notAfter);
  }

  public CallingWindow withBounds(@Nullable Instant notBefore, @Nullable Instant notAfter) {
    return new CallingWindow(hours, notBefore, notAfter);
  }

  public CallingWindow closedFrom(Instant end) {
    return notAfter == null || notAfter.isAfter(end) ? withBounds(notBefore, end) : this;
  }

  public boolean permits(Instant instant) {
    return (notBefore == null || !instant.isBefore(notBefore))
        && (notAfter == null || instant.isBefore(notAfter))
        && hours.stream().allMatch(each -> each.isOpen(instant));
  }

  /**
   * The first permitted instant not before {@code from}, possibly {@code from} itself. Empty when
   * there is none within the {@link #HORIZON}.
   */
  public Optional<Instant> nextPermitted(Instant from) {
    Instant at = notBefore != null && notBefore.isAfter(from) ? notBefore : from;
    Instant limit = at.plus(HORIZON);
    if (notAfter != null && notAfter.isBefore(limit)) {
      limit = notAfter;
    }
    if (!at.isBefore(limit)) {
      return Optional.empty();
    }
    int agreed = 0;
    for (int turn = 0; agreed < hours.size(); turn++) {
      Optional<Instant> opening = hours.get(turn % hours.size()).nextOpening(at, limit);
      if (opening.isEmpty()) {
        return opening;
      }
      agreed = opening.get().equals(at) ? agreed + 1 : 1;
      at = opening.get();
    }
    return Optional.of(at);
  }

  /**
   * The result of {@link #nextPermitted} with reasons: the verdict of every rule on {@code from},
   * and the barriers up to the result.
   */
  public NextPermittedInstant explain(Instant from) {
    return new WindowExplainer(this, from).explain();
  }

  /**
   * The longest permitted interval around an instant; empty when the instant is not permitted. Cut
   * at the {@link #HORIZON} on both sides.
   */
  public Optional<PermittedInterval> permittedAround(Instant instant) {
    if (!permits(instant)) {
      return Optional.empty();
    }
    Instant from = instant.minus(HORIZON);
    if (notBefore != null && notBefore.isAfter(from)) {
      from = notBefore;
    }
    Instant to = instant.plus(HORIZON);
    if (notAfter != null && notAfter.isBefore(to)) {
      to = notAfter;
    }
    for (ZonedHours each : hours) {
      from = each.openedBefore(instant, from);
      to = each.closingAfter(instant, to);
    }
    return Optional.of(new PermittedInterval(from, to));
  }
}
