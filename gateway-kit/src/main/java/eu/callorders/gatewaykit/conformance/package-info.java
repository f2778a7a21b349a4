/** Conformance checks that can run against any voice gateway. */
@NullMarked
package eu.callorders.gatewaykit.conformance;

import org.jspecify.annotations.NullMarked;
