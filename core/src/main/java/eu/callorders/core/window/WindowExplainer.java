package eu.callorders.core.window;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Explains what a calling window permits. */
final class WindowExplainer {
  private final CallingWindow window;
  private final Instant from;
  private final Instant limit;
  private final List<WindowVerdict> barriers = new ArrayList<>();

  WindowExplainer(CallingWindow window, Instant asked) {
    this.window = window;
    this.from = asked;
    Instant start = window.notBefore() != null ? later(asked, window.notBefore()) : asked;
    this.limit = start.plus(CallingWindow.HORIZON);
  }

  NextPermittedInstant explain() {
    List<WindowVerdict> verdicts = verdicts();
    return new NextPermittedInstant(search(), verdicts, barriers);
  }

  private List<WindowVerdict> verdicts() {
    List<WindowVerdict> verdicts = new ArrayList<>();
    if (window.notBefore() != null) {
      verdicts.add(notBefore(from, window.notBefore()));
    }
    window.hours().forEach(each -> verdicts.add(each.verdict(from, limit)));
    if (window.notAfter() != null) {
      verdicts.add(notAfter(from, window.notAfter()));
    }
    return verdicts;
  }

  /** Follows the barriers until none is left, or one that never opens. */
  private @Nullable Instant search() {
    Instant at = from;
    while (at.isBefore(limit)) {
      Optional<WindowVerdict> barrier = barrier(at);
      if (barrier.isEmpty()) {
        return at;
      }
      barriers.add(barrier.get());
      if (barrier.get().opensAt() == null) {
        return null;
      }
      at = barrier.get().opensAt();
    }
    return null;
  }

  private Optional<WindowVerdict> barrier(Instant at) {
    if (window.notAfter() != null && !at.isBefore(window.notAfter())) {
      return Optional.of(notAfter(at, window.notAfter()));
    }
    if (window.notBefore() != null && at.isBefore(window.notBefore())) {
      return Optional.of(notBefore(at, window.notBefore()));
    }
    return window.hours().stream()
        .filter(each -> !each.isOpen(at))
        .findFirst()
        .map(each -> each.verdict(at, limit));
  }

  private static WindowVerdict notBefore(Instant at, Instant bound) {
    return new WindowVerdict(
        at,
        later(at, bound),
        WindowRule.NOT_BEFORE,
        "",
        null,
        Map.of(),
        "No call before %s.".formatted(bound.truncatedTo(ChronoUnit.MILLIS)));
  }

  private static WindowVerdict notAfter(Instant at, Instant bound) {
    return new WindowVerdict(
        at,
        at.isBefore(bound) ? at : null,
        WindowRule.NOT_AFTER,
        "",
        null,
        Map.of("expires_at", bound),
        "The order runs out at %s.".formatted(bound.truncatedTo(ChronoUnit.MILLIS)));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
