/** The event feed as it comes. */
@NullMarked
package eu.callorders.console.event;

import org.jspecify.annotations.NullMarked;
