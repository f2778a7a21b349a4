/** Tenants, their settings and their clocks. */
@NullMarked
package eu.callorders.server.tenant;

import org.jspecify.annotations.NullMarked;
