package eu.callorders.server.event;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One event that was looked at.
 *
 * @param recordedAt real time
 * @param envelope the event's JSON; null when it does not match the filter and only tells how far
 *     the search has come
 * @param cut whether the search ended here although there are more events to look at
 */
record FeedRow(FeedPosition position, Instant recordedAt, @Nullable String envelope, boolean cut) {}
