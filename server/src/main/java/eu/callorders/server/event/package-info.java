/** Events: appended in the transaction that changes their resource, and read as the feed. */
@NullMarked
package eu.callorders.server.event;

import org.jspecify.annotations.NullMarked;
