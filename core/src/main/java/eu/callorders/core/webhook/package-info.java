/** Where events may be delivered, when they are retried, and when an endpoint is disabled. */
@NullMarked
package eu.callorders.core.webhook;

import org.jspecify.annotations.NullMarked;
