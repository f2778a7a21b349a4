/** Calls of the SIP gateway, with programs of others as trunk and telephone. */
@NullMarked
package eu.callorders.bench.sip;

import org.jspecify.annotations.NullMarked;
