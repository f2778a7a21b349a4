/** Replays of past events to a webhook endpoint. */
@NullMarked
package eu.callorders.server.webhook.replay;

import org.jspecify.annotations.NullMarked;
