/** The administration: tenants, registrations, the demo tenant, health and metrics. */
@NullMarked
package eu.callorders.server.admin;

import org.jspecify.annotations.NullMarked;
