/** Asks a tenant's client before each dial, where the tenant is set so. */
@NullMarked
package eu.callorders.server.predial;

import org.jspecify.annotations.NullMarked;
