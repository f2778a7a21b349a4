/** The gateways that can place a call, and what brings their events into the house. */
@NullMarked
package eu.callorders.server.telephony;

import org.jspecify.annotations.NullMarked;
