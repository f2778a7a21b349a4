package eu.callorders.server.webhook;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One request to an endpoint.
 *
 * @param at when it began
 * @param responseStatus the HTTP status; null when none came
 * @param error short error class, never the endpoint's own words; null for a success
 * @param durationMs milliseconds until it had ended
 */
record Attempt(
    Instant at, @Nullable Integer responseStatus, @Nullable String error, long durationMs) {}
