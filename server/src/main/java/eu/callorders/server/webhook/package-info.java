/** Webhooks: endpoints, the events sent to them, and the log of that. */
@NullMarked
package eu.callorders.server.webhook;

import org.jspecify.annotations.NullMarked;
