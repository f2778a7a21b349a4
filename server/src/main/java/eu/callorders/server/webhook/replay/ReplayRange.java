package eu.callorders.server.webhook.replay;

import eu.callorders.server.event.FeedPosition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Events to send again.
 *
 * @param after exclusive position in the feed
 * @param from inclusive, tenant time; null for no bound
 * @param until exclusive, tenant time; null for the present end of the feed
 * @param types exact names, which may lie outside the endpoint's subscription; null for the
 *     subscription
 * @param onlyFailed only events whose last delivery to the endpoint failed
 */
public record ReplayRange(
    FeedPosition after,
    @Nullable Instant from,
    @Nullable Instant until,
    @Nullable List<String> types,
    boolean onlyFailed) {}
