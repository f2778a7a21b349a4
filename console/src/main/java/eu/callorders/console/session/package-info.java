/** A connection that stands: who the console is at the service, what it may do, what happens. */
@NullMarked
package eu.callorders.console.session;

import org.jspecify.annotations.NullMarked;
