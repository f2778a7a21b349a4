package eu.callorders.core.window;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a person may be called next, and why not earlier.
 *
 * @param asked nothing before it counts
 * @param instant the first permitted one; null when none is left
 * @param verdicts what every rule says of {@code asked}
 * @param barriers what bars every instant from {@code asked} to {@code instant}, without a hole:
 *     each bars from its {@code at} until it {@code opens}, where the next one begins
 */
public record NextPermittedInstant(
    Instant asked,
    @Nullable Instant instant,
    List<WindowVerdict> verdicts,
    List<WindowVerdict> barriers) {
  public NextPermittedInstant {
    verdicts = List.copyOf(verdicts);
    barriers = List.copyOf(barriers);
  }

  public Optional<Instant> next() {
    return Optional.ofNullable(instant);
  }

  public boolean now() {
    return asked.equals(instant);
  }
}
