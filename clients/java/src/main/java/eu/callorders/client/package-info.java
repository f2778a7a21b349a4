/** The client: tokens, retries, pacing, webhooks and the event feed. */
@NullMarked
package eu.callorders.client;

import org.jspecify.annotations.NullMarked;
