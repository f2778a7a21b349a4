/** Identifiers: UUID version 7 internally, prefixed base32 in the API. */
@NullMarked
package eu.callorders.core.id;

import org.jspecify.annotations.NullMarked;
