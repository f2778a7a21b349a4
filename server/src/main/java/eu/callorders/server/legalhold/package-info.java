/** Litigation holds: the data of a subject stays until the hold is released. */
@NullMarked
package eu.callorders.server.legalhold;

import org.jspecify.annotations.NullMarked;
