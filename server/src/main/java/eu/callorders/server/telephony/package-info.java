/** Clients of voice gateways, and the reception of their events. */
@NullMarked
package eu.callorders.server.telephony;

import org.jspecify.annotations.NullMarked;
