/** Calls between the gateway protocol, SIP and an agent. */
@NullMarked
package eu.callorders.sipgateway.call;

import org.jspecify.annotations.NullMarked;
