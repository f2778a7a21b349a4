/** Calling hours and limits of countries: those of the release, overridden by rows of operators. */
@NullMarked
package eu.callorders.server.country;

import org.jspecify.annotations.NullMarked;
