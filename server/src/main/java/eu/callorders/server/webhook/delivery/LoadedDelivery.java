package eu.callorders.server.webhook.delivery;

import org.jspecify.annotations.Nullable;

/**
 * A claimed delivery with its payload.
 *
 * @param envelope of the event; null when it no longer exists
 */
record LoadedDelivery(ClaimedDelivery claimed, @Nullable String envelope) {}
