/** Webhook endpoints, deliveries and replays. */
@NullMarked
package eu.callorders.console.webhook;

import org.jspecify.annotations.NullMarked;
