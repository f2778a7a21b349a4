package eu.callorders.server.dial;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.hold.HoldTarget;
import java.time.Instant;

/**
 * A call whose intent is written.
 *
 * @param target the names by which holds bar it
 * @param orderType key of the order's type
 * @param decidedAt when it was decided on, in the tenant's time
 * @param at the instant that its order was planned for, in real time; in the future when the order
 *     was claimed ahead
 */
record DueCall(
    PlaceCall call, HoldTarget target, String orderType, Instant decidedAt, Instant at) {}
