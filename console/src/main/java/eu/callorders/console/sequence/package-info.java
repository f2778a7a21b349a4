/** Sequences and their versions, drawn as ladders. */
@NullMarked
package eu.callorders.console.sequence;

import org.jspecify.annotations.NullMarked;
