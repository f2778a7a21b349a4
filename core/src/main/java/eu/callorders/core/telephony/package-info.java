/** The port to whatever can place a call, and its vocabulary. */
@NullMarked
package eu.callorders.core.telephony;

import org.jspecify.annotations.NullMarked;
