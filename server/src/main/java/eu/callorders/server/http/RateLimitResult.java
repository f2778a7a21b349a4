package eu.callorders.server.http;

/**
 * What a token bucket says to one request.
 *
 * @param limit tokens that the bucket holds when full
 * @param remaining tokens left
 * @param resetSeconds until it is full again
 * @param retryAfterSeconds until the next token, when this one was not granted
 */
public record RateLimitResult(
    boolean granted, int limit, int remaining, int resetSeconds, int retryAfterSeconds) {}
