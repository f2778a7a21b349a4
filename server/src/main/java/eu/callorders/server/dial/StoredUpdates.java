package eu.callorders.server.dial;

import eu.callorders.server.dial.InboxProcessor.Effect;
import eu.callorders.server.evidence.ClosedCall;
import java.util.List;
import java.util.Set;

/**
 * What a transaction has stored of updates.
 *
 * @param samples for the circuit breaker
 * @param unknownOutcomes how many calls ended with an unknown outcome
 * @param closed the calls that have got their evidence
 */
record StoredUpdates(
    List<BreakerSample> samples,
    Set<Effect> effects,
    int unknownOutcomes,
    List<ClosedCall> closed) {}
