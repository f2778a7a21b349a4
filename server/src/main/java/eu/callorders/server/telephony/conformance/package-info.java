/** What a voice gateway promises, as checks that anybody can run against one. */
@NullMarked
package eu.callorders.server.telephony.conformance;

import org.jspecify.annotations.NullMarked;
