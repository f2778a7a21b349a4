/** The administration: tenants, registrations, emergency halt, audit log. */
@NullMarked
package eu.callorders.console.admin;

import org.jspecify.annotations.NullMarked;
