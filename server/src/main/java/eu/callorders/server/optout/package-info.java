/** The operations on the do-not-call list, and what a new entry ends. */
@NullMarked
package eu.callorders.server.optout;

import org.jspecify.annotations.NullMarked;
