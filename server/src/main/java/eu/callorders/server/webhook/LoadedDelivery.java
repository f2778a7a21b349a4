package eu.callorders.server.webhook;

import org.jspecify.annotations.Nullable;

/**
 * A claimed delivery with what is to be sent.
 *
 * @param envelope of the event; null when there is none any more
 */
record LoadedDelivery(ClaimedDelivery claimed, @Nullable String envelope) {}
