/** The do-not-call list. */
@NullMarked
package eu.callorders.console.suppression;

import org.jspecify.annotations.NullMarked;
