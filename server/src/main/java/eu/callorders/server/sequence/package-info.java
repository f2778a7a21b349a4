/** Sequences and their versions: ladders of waits and calls, as their owners write them down. */
@NullMarked
package eu.callorders.server.sequence;

import org.jspecify.annotations.NullMarked;
