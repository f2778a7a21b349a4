/** The documents of the HTTP gateway protocol as trees of maps, lists and scalars. */
@NullMarked
package eu.callorders.core.telephony.wire;

import org.jspecify.annotations.NullMarked;
