package eu.callorders.core.window;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a person may be called next, and why not earlier.
 *
 * @param instant the first permitted one; null when none is left
 * @param verdicts of every rule on {@code asked}
 * @param barriers cover the time from {@code asked} to {@code instant} without gaps: each from its
 *     {@code at} until it {@code opens}, where the next one begins
 */
public record NextPermittedInstant(
    @Nullable Instant instant, List<WindowVerdict> verdicts, List<WindowVerdict> barriers) {
  public NextPermittedInstant {
    verdicts = List.copyOf(verdicts);
    barriers = List.copyOf(barriers);
  }

  public Optional<Instant> next() {
    return Optional.ofNullable(instant);
  }
}
