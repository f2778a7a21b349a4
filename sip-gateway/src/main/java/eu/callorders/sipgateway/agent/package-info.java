/** What the gateway says in a conversation and how it reacts to keys. Pure. */
@NullMarked
package eu.callorders.sipgateway.agent;

import org.jspecify.annotations.NullMarked;
