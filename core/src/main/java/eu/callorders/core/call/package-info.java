/** One attempt to reach a person by telephone. */
@NullMarked
package eu.callorders.core.call;

import org.jspecify.annotations.NullMarked;
