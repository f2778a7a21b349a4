/** Previews of sequences, by the rules of the service. */
@NullMarked
package eu.callorders.server.forecast;

import org.jspecify.annotations.NullMarked;
