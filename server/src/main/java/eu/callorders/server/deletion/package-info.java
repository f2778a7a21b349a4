/** Deletes tenants with all their rows. */
@NullMarked
package eu.callorders.server.deletion;

import org.jspecify.annotations.NullMarked;
