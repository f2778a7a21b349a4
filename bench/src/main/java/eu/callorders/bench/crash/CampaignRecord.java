package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.PlacedCall;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of a campaign, when it is over.
 *
 * @param ledger responses to clients
 * @param followed the feed as it was read while things broke
 * @param reread the feed as it is read from the start afterwards
 * @param calls the gateway's ledger of calls that were placed; null when it keeps none
 * @param disturbances what was done
 * @param shown what the service shows
 */
public record CampaignRecord(
    Ledger ledger,
    List<FeedEvent> followed,
    List<FeedEvent> reread,
    @Nullable List<PlacedCall> calls,
    List<InjectedFault> disturbances,
    Shown shown) {

  /** What the service shows in the end, by id. */
  public record Shown(
      Map<String, JsonNode> orders,
      Map<String, JsonNode> signals,
      Map<String, JsonNode> enrollments) {}

  /** Adds what the ledgers, the feed and what the service shows contradict in each other. */
  public void check(Violations violations) {
    OrderChecks.check(this, violations);
    CallChecks.check(this, violations);
    FeedChecks.check(this, violations);
    EnrollmentChecks.check(this, violations);
    ledger.faults().forEach(violations::add);
  }

  public Map<String, JsonNode> orders() {
    return shown.orders();
  }
}
