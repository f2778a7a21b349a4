package eu.callorders.server.webhook;

import eu.callorders.server.event.FeedPosition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which events to send again.
 *
 * @param after behind this place of the feed
 * @param from not before this instant, tenant's time; null: from the place on
 * @param until before this instant, tenant's time; null: as far as the feed reaches now
 * @param types exact names; null for all
 * @param onlyFailed only events whose last delivery to the endpoint has come to nothing
 */
record ReplayRange(
    FeedPosition after,
    @Nullable Instant from,
    @Nullable Instant until,
    @Nullable List<String> types,
    boolean onlyFailed) {}
