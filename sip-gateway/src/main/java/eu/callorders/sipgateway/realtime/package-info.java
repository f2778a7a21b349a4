/** The messages between the gateway and a speech model of OpenAI. Pure. */
@NullMarked
package eu.callorders.sipgateway.realtime;

import org.jspecify.annotations.NullMarked;
