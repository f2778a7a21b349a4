package eu.callorders.server.dial;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.tenant.TenantSubject;
import java.time.Instant;

/**
 * A call whose intent is written.
 *
 * @param orderType key of the order's type
 * @param at the instant that its order was planned for, in real time; in the future when the order
 *     was claimed ahead
 */
record DueCall(PlaceCall call, TenantSubject subject, String orderType, Instant at) {}
