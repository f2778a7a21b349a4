package eu.callorders.server.recovery;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The time of one server instance of the database.
 *
 * @param id as cursors of the feed contain it; that of era 0 is the deployment's epoch
 * @param knownUntil the last sign of life before the era began; null when there was none
 * @param why what was known when it began
 */
public record Era(int number, UUID id, Instant begunAt, @Nullable Instant knownUntil, String why) {

  /** Whether a node saw that nothing was lost before it, and no other node contradicts. */
  boolean isWitnessed() {
    return why.equals(Exemption.WITNESSED.why());
  }
}
