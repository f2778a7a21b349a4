/** The holds: who is not called for now. */
@NullMarked
package eu.callorders.console.hold;

import org.jspecify.annotations.NullMarked;
