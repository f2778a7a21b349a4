package eu.callorders.core.telephony;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A node's periodic request for its era at the gateway.
 *
 * @param number of the era in its database, from 0 to {@link #MAX_NUMBER}
 * @param id of the era; two copies of one database give the same number different ids
 * @param node id of the requesting process, unique to it
 * @param previousNode the process that used the data directory before; a copy of the directory
 *     names it as well
 * @param takeOver grants a higher number at once, by an operator's order
 */
public record EraRequest(
    UUID deployment,
    int number,
    UUID id,
    UUID node,
    @Nullable UUID previousNode,
    boolean takeOver) {
  public static final int MAX_NUMBER = 32_767;

  /** Without a previous process. */
  public EraRequest(UUID deployment, int number, UUID id, UUID node, boolean takeOver) {
    this(deployment, number, id, node, null, takeOver);
  }
}
