/** Holds: a person, a number or a claim is not called for now. */
@NullMarked
package eu.callorders.server.hold;

import org.jspecify.annotations.NullMarked;
