/** Sequences of waits and calls, and their versions. */
@NullMarked
package eu.callorders.server.sequence;

import org.jspecify.annotations.NullMarked;
