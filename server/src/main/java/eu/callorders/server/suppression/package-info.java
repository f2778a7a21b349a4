/** The do-not-call list and its enforcement. */
@NullMarked
package eu.callorders.server.suppression;

import org.jspecify.annotations.NullMarked;
