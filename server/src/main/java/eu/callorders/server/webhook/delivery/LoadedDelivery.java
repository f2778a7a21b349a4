package eu.callorders.server.webhook.delivery;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A claimed delivery with its payload.
 *
 * @param envelope of the event; null when it no longer exists
 */
record LoadedDelivery(ClaimedDelivery claimed, @Nullable Buffer envelope) {}
