/** The messages between the gateway and an agent of its own process. Pure. */
@NullMarked
package eu.callorders.sipgateway.stream;

import org.jspecify.annotations.NullMarked;
