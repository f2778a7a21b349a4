package eu.callorders.server.ratelimit;

/**
 * Result of one acquisition.
 *
 * @param limit capacity of the bucket
 * @param remaining tokens left
 * @param resetSeconds until the bucket is full
 * @param retryAfterSeconds until the next token, when refused
 */
public record RateLimitResult(
    boolean granted, int limit, int remaining, int resetSeconds, int retryAfterSeconds) {}
