/** The gateway protocol: its documents as JSON, as the service and HTTP gateways share them. */
@NullMarked
package eu.callorders.gatewaykit;

import org.jspecify.annotations.NullMarked;
