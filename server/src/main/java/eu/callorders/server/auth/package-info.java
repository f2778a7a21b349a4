/** Issues and verifies access tokens. */
@NullMarked
package eu.callorders.server.auth;

import org.jspecify.annotations.NullMarked;
