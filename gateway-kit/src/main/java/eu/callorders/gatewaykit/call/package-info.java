/**
 * The calls of a gateway: {@link eu.callorders.gatewaykit.call.CallHandler} is what a gateway
 * implements, {@link eu.callorders.gatewaykit.call.CallJournal} how it reports.
 */
@NullMarked
package eu.callorders.gatewaykit.call;

import org.jspecify.annotations.NullMarked;
