/** Identifiers: UUID version 7 inside, prefixed base32 outside. */
@NullMarked
package eu.callorders.core.id;

import org.jspecify.annotations.NullMarked;
