/** Holds: a person, a number or a claim is not to be called for now. */
@NullMarked
package eu.callorders.core.hold;

import org.jspecify.annotations.NullMarked;
