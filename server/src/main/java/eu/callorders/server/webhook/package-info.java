/** The operations and loops of webhooks. */
@NullMarked
package eu.callorders.server.webhook;

import org.jspecify.annotations.NullMarked;
