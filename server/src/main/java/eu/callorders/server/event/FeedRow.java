package eu.callorders.server.event;

import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One visited event.
 *
 * @param recordedAt real time
 * @param envelope null when the event does not match and only marks how far the search went
 * @param cut whether the search stopped here although more events follow
 */
record FeedRow(FeedPosition position, Instant recordedAt, @Nullable Buffer envelope, boolean cut) {}
