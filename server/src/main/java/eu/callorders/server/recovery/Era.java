package eu.callorders.server.recovery;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The time of one server instance of the database.
 *
 * @param id part of feed cursors; for era 0, the deployment's epoch
 * @param knownUntil last recorded activity before the era began; null when there was none
 * @param why reason of its start
 */
public record Era(int number, UUID id, Instant begunAt, @Nullable Instant knownUntil, String why) {

  /** Whether a node saw that nothing was lost before it, and no other node contradicts. */
  boolean isWitnessed() {
    return why.equals(Exemption.WITNESSED.why());
  }
}
