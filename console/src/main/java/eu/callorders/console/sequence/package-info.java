/** Sequence screens: list and detail with versions and steps. */
@NullMarked
package eu.callorders.console.sequence;

import org.jspecify.annotations.NullMarked;
