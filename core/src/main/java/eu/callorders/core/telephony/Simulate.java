package eu.callorders.core.telephony;

import eu.callorders.core.call.Disposition;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The forced course of a simulated call. Takes precedence over the magic number.
 *
 * @param outcome of the conversation; null: the number decides
 * @param attempts disposition of the n-th attempt, the last one repeats; empty: the number decides
 */
public record Simulate(
    @Nullable SimulatedOutcome outcome, List<Disposition> attempts, Delays delays) {

  /** Real time between the events of a call. */
  public record Delays(Duration ring, Duration talk, Duration report) {
    public static final Delays DEFAULT =
        new Delays(Duration.ofMillis(200), Duration.ofMillis(500), Duration.ofMillis(50));
  }
}
