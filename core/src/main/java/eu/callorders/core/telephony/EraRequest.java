package eu.callorders.core.telephony;

import java.util.UUID;

/**
 * A node asks for its era at the gateway, every few seconds.
 *
 * @param number of the era in its database, from 0 to {@link #HIGHEST}
 * @param id of the era; two copies of one database give the same number different ids
 * @param node the asking process
 * @param takeOver grants a higher number at once, on the word of an operator
 */
public record EraRequest(UUID deployment, int number, UUID id, UUID node, boolean takeOver) {
  public static final int HIGHEST = 32_767;
}
