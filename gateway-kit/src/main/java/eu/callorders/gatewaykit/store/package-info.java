/** The durable store of a gateway: calls, their events, the log of all events, eras and notes. */
@NullMarked
package eu.callorders.gatewaykit.store;

import org.jspecify.annotations.NullMarked;
