/** Deliveries of events to webhook endpoints, and their log. */
@NullMarked
package eu.callorders.server.webhook.delivery;

import org.jspecify.annotations.NullMarked;
