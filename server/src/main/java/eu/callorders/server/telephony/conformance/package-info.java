/** Conformance checks that can run against any voice gateway. */
@NullMarked
package eu.callorders.server.telephony.conformance;

import org.jspecify.annotations.NullMarked;
