package eu.callorders.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.bench.Http;
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
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The checks of enrollments pass a sound record, and find each planted fault. */
class EnrollmentChecksTest {
  private static final String ENROLLMENT = "enr_1";
  private static final String PERSON = "SUBJ-1";

  @TempDir Path directory;

  private final Random random = new Random(1);
  private final Map<String, JsonNode> orders = new LinkedHashMap<>();
  private final Map<String, JsonNode> signals = new LinkedHashMap<>();
  private final Map<String, JsonNode> enrollments = new LinkedHashMap<>();
  private final List<FeedEvent> events = new ArrayList<>();
  private Ledger ledger;

  /** Executed the first steps of the steady sequence, was paused and resumed, and paid. */
  @BeforeEach
  void onePersonWhoPaid() throws IOException {
    ledger = new Ledger(directory.resolve("ledger"));
    signal("sig_1", "start", "invoice.overdue", "enrolled");
    addEvent("enrollment.started", ENROLLMENT, "");
    step("rest", "");
    order("ord_1", "first");
    step("first", "ord_1");
    addEvent("call_order.dialing", ENROLLMENT, "ord_1");
    addEvent("enrollment.paused", ENROLLMENT, "");
    addEvent("enrollment.resumed", ENROLLMENT, "");
    ledger.asked(ENROLLMENT, "pause", answer(200, Http.JSON.createObjectNode()), "node");
    step("pause", "");
    signal("sig_2", "end", "payment.received", "exited");
    addEvent("enrollment.exited", ENROLLMENT, "");
    ObjectNode enrollment =
        json()
            .put("id", ENROLLMENT)
            .put("status", "exited")
            .put("exit_reason", "payment.received")
            .put("triggered_by_signal_id", "sig_1")
            .put("sequence_key", "steady");
    enrollment.putArray("call_order_ids").add("ord_1");
    enrollments.put(ENROLLMENT, enrollment);
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
  void aSignalThatIsLostTwiceThereOrAnother() {
    sees("was acknowledged and is lost", test -> test.signals.remove("sig_2"));
    sees("is not what was acknowledged", test -> test.shown("sig_2").put("dedupe_key", "x"));
    sees("announced as", test -> test.events.add(test.events.getFirst()));
  }

  @Test
  void findsALostOrUnexplainedEnrollment() {
    sees("is lost", test -> test.enrollments.remove(ENROLLMENT));
    sees(
        "started by no signal",
        test -> test.enrollments.put("enr_2", test.enrollments.get(ENROLLMENT).deepCopy()));
  }

  @Test
  void anEnrollmentThatHasNotEndedOrGoesOn() {
    sees("has not ended", test -> test.enrollment().put("status", "active"));
    sees("went on after", test -> test.enrollment().put("exit_reason", "settled"));
    sees("came after its end", test -> test.addEvent("call_order.dialing", ENROLLMENT, "ord_1"));
    sees("but is exited", test -> test.ledger.asked(ENROLLMENT, "cancel", answer(200, json()), ""));
  }

  @Test
  void findsAnEnrollmentThatASignalShouldHaveEnded() {
    sees(
        "but [] were running",
        test -> test.events.removeIf(event -> event.type().equals("enrollment.started")));
    sees(
        "was enrolled while",
        test -> test.events.add(3, test.event("enrollment.started", "enr_2", "")));
  }

  @Test
  void aStepThatIsTakenTwiceOrLeftOut() {
    sees("took the steps", test -> test.step("pause", ""));
    sees("took the steps", test -> test.events.remove(2));
  }

  @Test
  void aStepWithTwoOrdersOrNone() {
    sees("made ord_1 and ord_2", test -> test.order("ord_2", "first"));
    sees("has made", test -> test.order("ord_2", "second"));
    sees("has made", test -> test.orders.clear());
  }

  @Test
  void whatBeginsDuringAPauseAndAPauseThatIsForgotten() {
    sees(
        "after its pause",
        test -> test.events.add(6, test.event("call_order.dialing", ENROLLMENT, "ord_1")));
    sees(
        "was paused 2 times",
        test -> test.ledger.asked(ENROLLMENT, "pause", answer(200, json()), ""));
  }

  /** Puts a fault into what is sound otherwise. */
  private void sees(String violation, Consumer<EnrollmentChecksTest> fault) {
    EnrollmentChecksTest faulty = new EnrollmentChecksTest();
    faulty.directory = directory;
    try {
      faulty.onePersonWhoPaid();
      fault.accept(faulty);
      assertThat(faulty.found()).anyMatch(found -> found.contains(violation));
      faulty.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> found() {
    Violations violations = new Violations();
    CampaignRecord.Shown shown = new CampaignRecord.Shown(orders, signals, enrollments);
    EnrollmentChecks.check(
        new CampaignRecord(ledger, events, events, List.of(), List.of(), shown), violations);
    return violations.found();
  }

  private static ObjectNode json() {
    return Http.JSON.createObjectNode();
  }

  private static Http.Answer answer(int status, JsonNode body) {
    return new Http.Answer(status, body);
  }

  private ObjectNode shown(String signal) {
    return (ObjectNode) signals.get(signal);
  }

  private ObjectNode enrollment() {
    return (ObjectNode) enrollments.get(ENROLLMENT);
  }

  private void signal(String id, String key, String type, String effect) {
    ObjectNode signal =
        json()
            .put("id", id)
            .put("dedupe_key", key)
            .put("signal_type", type)
            .put("subject_reference", PERSON);
    signal.putArray("triggered").addObject().put("enrollment_id", ENROLLMENT).put("effect", effect);
    Ledger.SignalEntry entry = ledger.intend(new SignalMix.Keyed(key, type, PERSON, "{}"));
    ledger.answered(entry, answer(201, signal), "node");
    signals.put(id, signal.deepCopy());
    add("signal.received", "", "", signal);
  }

  private void order(String id, String step) {
    orders.put(
        id, json().put("id", id).put("enrollment_id", ENROLLMENT).put("sequence_step_id", step));
  }

  private void step(String step, String order) {
    add("enrollment.step_started", ENROLLMENT, order, data().put("current_step_id", step));
  }

  private void addEvent(String type, String enrollment, String order) {
    events.add(event(type, enrollment, order));
  }

  private FeedEvent event(String type, String enrollment, String order) {
    return event(type, enrollment, order, data());
  }

  private void add(String type, String enrollment, String order, ObjectNode data) {
    events.add(event(type, enrollment, order, data));
  }

  private FeedEvent event(String type, String enrollment, String order, ObjectNode data) {
    Instant at = Instant.parse("2026-11-20T10:00:00Z").plusMillis(events.size());
    String id = IdKind.EVENT.format(UuidV7.at(at, random));
    return new FeedEvent(id, type, order, enrollment, at, data);
  }

  private static ObjectNode data() {
    return json().put("subject_reference", PERSON).put("sequence_key", "steady");
  }
}
