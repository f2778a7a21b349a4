package eu.callorders.server.http;

/**
 * Limits of connections, in seconds and counts. At a limit, the connection that has been idle
 * longest is closed, those without a valid token first; the new one is closed when none is idle.
 *
 * @param firstHead until the head of the first request has arrived
 * @param keepAlive between a reply and the head of the next request
 * @param request for a request with its reply, from the head on
 * @param anonymousBody for a body without a valid token, and for the rest of a body after the reply
 * @param maxConnections connections of one listening instance
 * @param maxPerAddress connections of one source address over all instances
 */
public record ConnectionLimits(
    int firstHead,
    int keepAlive,
    int request,
    int anonymousBody,
    int maxConnections,
    int maxPerAddress) {
  public static final ConnectionLimits DEFAULT = new ConnectionLimits(30, 75, 30, 5, 4096, 1024);
}
