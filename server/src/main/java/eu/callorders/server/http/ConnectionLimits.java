package eu.callorders.server.http;

/**
 * What a connection may take, and how many there may be; in seconds.
 *
 * @param firstHead until the head of the first request has arrived
 * @param pause between an answer and the head of the next request
 * @param exchange for a request with its answer, from the head on
 * @param anonymousBody for a body that comes without a valid token, and for the rest of a body
 *     after the answer
 * @param most connections of one listening instance; beyond, the one that has been silent longest
 *     makes room, those first that have shown no valid token; or the new one goes when none is
 *     silent
 * @param perAddress connections of one source address, over all instances; beyond, one of its own
 *     makes room in the same way
 */
public record ConnectionLimits(
    int firstHead, int pause, int exchange, int anonymousBody, int most, int perAddress) {
  public static final ConnectionLimits DEFAULT = new ConnectionLimits(30, 75, 30, 5, 4096, 1024);
}
