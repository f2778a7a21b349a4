/** Locations of phones and holidays, from libraries. */
@NullMarked
package eu.callorders.server.window;

import org.jspecify.annotations.NullMarked;
