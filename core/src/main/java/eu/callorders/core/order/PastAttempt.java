package eu.callorders.core.order;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import java.time.Instant;

/**
 * An attempt that counted and has ended. Refused ones never counted.
 *
 * @param number which of the order's attempts, from 1
 * @param phone E.164 number that was dialled
 */
public record PastAttempt(
    int number, String phone, Disposition disposition, Cause cause, Instant endedAt) {}
