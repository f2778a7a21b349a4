package eu.callorders.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.bench.Http;
import eu.callorders.bench.PlacedCall;
import eu.callorders.bench.crash.InjectedFault.Kind;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checks pass what is sound, and see each fault that is put in. */
class CampaignChecksTest {
  private static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
  private static final String PHONE = "+493023125006";
  private static final String ORDER = "ord_1";
  private static final String CALL = "call_1";

  @TempDir Path directory;

  private final Random random = new Random(1);
  private final Map<String, JsonNode> orders = new LinkedHashMap<>();
  private final List<FeedEvent> followed = new ArrayList<>();
  private final List<FeedEvent> reread = new ArrayList<>();
  private final List<PlacedCall> calls = new ArrayList<>();
  private final List<InjectedFault> disturbances = new ArrayList<>();
  private Ledger ledger;
  private Ledger.Entry entry;

  @BeforeEach
  void oneOrderThatWasCalledOnce() throws IOException {
    ledger = new Ledger(directory.resolve("ledger"));
    entry = ledger.intend(new OrderMix.Keyed("key", "{}", PHONE, 1));
    acknowledge(ORDER);
    orders.put(ORDER, order(ORDER, "completed", CALL));
    placed(CALL, 0);
    for (String type :
        List.of(
            "call_order.accepted",
            "call_order.scheduled",
            "call_order.dialing",
            "call.started",
            "call.answered",
            "call_order.in_progress",
            "call.ended",
            "call_order.completed")) {
      addEvent(type, 100L * followed.size());
    }
  }

  @AfterEach
  void close() throws IOException {
    ledger.close();
  }

  @Test
  void nothingIsFoundWhereNothingIsWrong() {
    assertThat(found()).isEmpty();
  }

  @Test
  void anAcknowledgedOrderThatIsLost() {
    orders.clear();
    assertThat(found()).anyMatch(violation -> violation.contains("was acknowledged and is lost"));
  }

  @Test
  void anOrderThatIsNotWhatWasOrdered() {
    ((ObjectNode) orders.get(ORDER).path("contacts").path(0)).put("value", "+493023125007");
    assertThat(found()).anyMatch(violation -> violation.contains("is not what was ordered"));
  }

  @Test
  void aSecondOrderOfOneKey() {
    acknowledge("ord_2");
    assertThat(found()).anyMatch(violation -> violation.contains("was acknowledged as"));
  }

  @Test
  void findsASecondOrderOfOneKeyWithoutAResponse() {
    orders.put("ord_2", order("ord_2", "completed", "call_2"));
    assertThat(found()).anyMatch(violation -> violation.startsWith("key key has orders"));
  }

  @Test
  void anOrderThatWasRefused() {
    ledger.answered(entry, new Http.Answer(422, Http.JSON.createObjectNode()), "node");
    assertThat(found()).anyMatch(violation -> violation.contains("acknowledged and refused"));
  }

  @Test
  void aCancellationThatIsForgotten() {
    ledger.canceled(entry, new Http.Answer(200, Http.JSON.createObjectNode()), "node");
    assertThat(found()).anyMatch(violation -> violation.contains("was canceled, but is"));
  }

  @Test
  void anEditThatIsForgotten() {
    ledger.noted(entry, "note-1", new Http.Answer(200, Http.JSON.createObjectNode()), "node");
    assertThat(found()).anyMatch(violation -> violation.contains("lost its note"));
  }

  @Test
  void anOrderThatHasNotEnded() {
    orders.put(ORDER, order(ORDER, "dialing", CALL));
    assertThat(found()).anyMatch(violation -> violation.contains("has not ended"));
  }

  @Test
  void anOrderWithoutAResult() {
    ((ObjectNode) orders.get(ORDER)).remove("result");
    assertThat(found()).anyMatch(violation -> violation.contains("has no whole result"));
  }

  @Test
  void anAttemptThatIsPlacedTwice() {
    placed(CALL, 5_000);
    assertThat(found())
        .anyMatch(violation -> violation.contains("was placed: "))
        .anyMatch(violation -> violation.contains("was dialed 2 times"));
  }

  @Test
  void aCallThatIsNotShown() {
    placed("call_2", 5_000);
    assertThat(found()).anyMatch(violation -> violation.contains("placed and is not shown"));
  }

  @Test
  void aCallThatWasNeverPlaced() {
    calls.clear();
    assertThat(found()).anyMatch(violation -> violation.contains("was never placed"));
  }

  @Test
  void twoCallsToOnePersonAtOnce() {
    placed("call_2", 500);
    assertThat(found()).anyMatch(violation -> violation.contains("was called by call_2 while"));
  }

  @Test
  void anEventThatComesTwice() {
    followed.add(followed.getFirst());
    assertThat(found()).anyMatch(violation -> violation.contains("came twice"));
  }

  @Test
  void anEventThatIsMissing() {
    followed.removeLast();
    assertThat(found())
        .anyMatch(violation -> violation.contains("reads otherwise"))
        .anyMatch(violation -> violation.contains("and its events are"));
  }

  @Test
  void eventsOutOfOrder() {
    followed.add(0, followed.removeLast());
    assertThat(found()).anyMatch(violation -> violation.contains("does not begin with"));
  }

  @Test
  void anOrderThatGoesOnAfterItsEnd() {
    addEvent("call_order.dialing", 900);
    assertThat(found()).anyMatch(violation -> violation.contains("goes on after its end"));
  }

  @Test
  void workThatLiesStillAfterItsNodeDied() {
    disturbances.add(new InjectedFault(Kind.KILL_NODE, "node", START.plusMillis(250), null));
    addEvent("call_order.completed", 31_000);
    followed.remove(followed.size() - 2);
    assertThat(FailoverTimes.longest(evidence()).time()).hasMillis(50);
    followed.subList(3, followed.size() - 1).clear();
    assertThat(FailoverTimes.longest(evidence()).time()).hasMillis(30_750);
  }

  private List<String> found() {
    Violations violations = new Violations();
    OrderChecks.check(evidence(), violations);
    CallChecks.check(evidence(), violations);
    FeedChecks.check(evidence(), violations);
    return violations.found();
  }

  private CampaignRecord evidence() {
    CampaignRecord.Shown shown = new CampaignRecord.Shown(orders, Map.of(), Map.of());
    return new CampaignRecord(ledger, followed, reread, calls, disturbances, shown);
  }

  private void acknowledge(String id) {
    ObjectNode order = Http.JSON.createObjectNode().put("id", id);
    ledger.answered(entry, new Http.Answer(202, order), "node");
  }

  private void placed(String attempt, long after) {
    Instant at = START.plusMillis(after);
    calls.add(new PlacedCall(attempt, ORDER, PHONE, at, null, false));
    calls.add(new PlacedCall(attempt, ORDER, PHONE, at, at.plusMillis(1_000), true));
  }

  private void addEvent(String type, long after) {
    Instant at = START.plusMillis(after);
    String id = IdKind.EVENT.format(UuidV7.at(at, random));
    FeedEvent event = new FeedEvent(id, type, ORDER, "", at, Http.JSON.createObjectNode());
    followed.add(event);
    reread.add(event);
  }

  private static ObjectNode order(String id, String status, String call) {
    ObjectNode order = Http.JSON.createObjectNode().put("id", id).put("status", status);
    order.put("client_reference", "key").put("attempt_count", 1);
    order.putArray("contacts").addObject().put("value", PHONE);
    order.putObject("scheduling").put("max_attempts", 1);
    order.putArray("calls").addObject().put("id", call).put("disposition", "answered");
    ObjectNode result = order.putObject("result");
    result.put("summary_code", "no_outcome").put("reachability", "subject_reached");
    result.put("engagement", "completed").put("attempts", 1).put("ended_at", "then");
    result.putObject("termination").put("actor", "agent");
    return order;
  }
}
