/** Events: appended in the transaction of their resource, and read as the feed. */
@NullMarked
package eu.callorders.server.event;

import org.jspecify.annotations.NullMarked;
