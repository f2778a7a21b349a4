package eu.callorders.core.telephony;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node asks for its era at the gateway, every few seconds.
 *
 * @param number of the era in its database, from 0 to {@link #HIGHEST}
 * @param id of the era; two copies of one database give the same number different ids
 * @param node the asking process; no other process uses its id
 * @param previousNode the process that used the data directory before this one; a copy of the data
 *     directory names it as well
 * @param takeOver grants a higher number at once, on the word of an operator
 */
public record EraRequest(
    UUID deployment,
    int number,
    UUID id,
    UUID node,
    @Nullable UUID previousNode,
    boolean takeOver) {
  public static final int HIGHEST = 32_767;

  /** A request of a process that names none before it. */
  public EraRequest(UUID deployment, int number, UUID id, UUID node, boolean takeOver) {
    this(deployment, number, id, node, null, takeOver);
  }
}
