/** Sequences of waits and calls, as their versions define them. */
@NullMarked
package eu.callorders.core.sequence;

import org.jspecify.annotations.NullMarked;
