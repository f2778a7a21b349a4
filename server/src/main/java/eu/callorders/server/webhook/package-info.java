/** Webhook endpoints, the deliveries to them, and their log. */
@NullMarked
package eu.callorders.server.webhook;

import org.jspecify.annotations.NullMarked;
