package eu.callorders.core.capacity;

import eu.callorders.core.window.CallingWindow;
import java.time.Instant;

/**
 * What bears on whether a person may be dialled now; gathered under the person's lock.
 *
 * @param window when the person may be called for this order
 * @param halted whether something has stopped dialling
 * @param personBusy whether another attempt at the person is running
 * @param gapOver when the minimum gap since the last attempt at the person has passed
 * @param contacts attempts at the person on the person's local day
 * @param personDayEnds when that day ends
 * @param dials attempts of the tenant on its local day
 * @param tenantDayEnds when that day ends
 * @param calls attempts of the tenant that are running
 */
public record DialFacts(
    CallingWindow window,
    boolean suppressed,
    boolean halted,
    boolean personBusy,
    Instant gapOver,
    Quota contacts,
    Instant personDayEnds,
    Quota dials,
    Instant tenantDayEnds,
    Quota calls) {}
