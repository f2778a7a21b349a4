/** The port to voice gateways, with its requests, results and events. */
@NullMarked
package eu.callorders.core.telephony;

import org.jspecify.annotations.NullMarked;
