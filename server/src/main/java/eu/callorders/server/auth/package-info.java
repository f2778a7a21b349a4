/** The token issuer, the keys that sign, and the check of every token. */
@NullMarked
package eu.callorders.server.auth;

import org.jspecify.annotations.NullMarked;
