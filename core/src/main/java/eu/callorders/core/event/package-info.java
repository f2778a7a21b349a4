/** The event types of the service. */
@NullMarked
package eu.callorders.core.event;

import org.jspecify.annotations.NullMarked;
