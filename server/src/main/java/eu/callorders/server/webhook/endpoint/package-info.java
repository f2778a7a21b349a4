/** Webhook endpoints: where a tenant receives events, and what it may register. */
@NullMarked
package eu.callorders.server.webhook.endpoint;

import org.jspecify.annotations.NullMarked;
