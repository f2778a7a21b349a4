/** Idempotent writes: a repeated request with the same key gets the same reply. */
@NullMarked
package eu.callorders.server.idempotency;

import org.jspecify.annotations.NullMarked;
