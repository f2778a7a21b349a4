/** Writes that can be sent again: the same key gets the same answer. */
@NullMarked
package eu.callorders.server.idempotency;

import org.jspecify.annotations.NullMarked;
