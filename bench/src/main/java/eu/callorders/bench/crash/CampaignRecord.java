package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * All that is known of a campaign, when it is over.
 *
 * @param entries responses to clients
 * @param orders what the service shows, by id
 * @param followed the feed as it was read while things broke
 * @param reread the feed as it is read from the start afterwards
 * @param calls the gateway's ledger of calls that were placed; empty with an embedded one
 * @param ledgerKept whether the gateway keeps such a ledger
 * @param disturbances what was done
 * @param enrollmentRecord signals and enrollments
 */
record CampaignRecord(
    Collection<Ledger.Entry> entries,
    Map<String, JsonNode> orders,
    List<FeedEvent> followed,
    List<FeedEvent> reread,
    List<PlacedCall> calls,
    boolean ledgerKept,
    List<InjectedFault> disturbances,
    EnrollmentRecord enrollmentRecord) {}
