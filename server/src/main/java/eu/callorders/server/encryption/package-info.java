/** Encryption of stored secrets under the master key. */
@NullMarked
package eu.callorders.server.encryption;

import org.jspecify.annotations.NullMarked;
