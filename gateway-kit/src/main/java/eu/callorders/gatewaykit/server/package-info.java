/** A gateway as a process: its settings, the HTTP protocol, and the push of events. */
@NullMarked
package eu.callorders.gatewaykit.server;

import org.jspecify.annotations.NullMarked;
