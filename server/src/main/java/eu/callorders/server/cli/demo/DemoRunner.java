package eu.callorders.server.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Places orders to magic numbers, starts a sequence, and prints the events until all have ended.
 */
public final class DemoRunner {
  private static final long POLL_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** After this many polls without events, only the clock can cause more. */
  private static final int MAX_EMPTY_POLLS = 20;

  private static final List<DemoCase> CASES =
      List.of(
          new DemoCase("promises", "+493023125021", "promises to pay"),
          new DemoCase("disputes", "+493023125124", "disputes the claim"),
          new DemoCase("objects", "+493023125225", "does not want to be called"),
          new DemoCase("no-answer-first", "+493023125330", "does not answer at first"),
          new DemoCase("voicemail", "+493023125412", "has a voicemail, always"),
          new DemoCase("unallocated", "+493023125501", "has a number that does not exist"),
          new DemoCase("wrong-number", "+493023125620", "has another number by now"));

  /** Ordered once the call before has held the number. */
  private static final DemoCase HELD_CASE =
      new DemoCase("held", "+493023125620", "is not called at the wrong number for a day");

  private static final Set<String> TERMINAL =
      Set.of("completed", "expired", "exited", "canceled", "failed");

  private static final DemoCase SEQUENCE_CASE =
      new DemoCase("sequence", "+493023125612", "gets a letter and a call three times in a month");

  private final DemoClient client;
  private final PrintWriter out;
  private final Set<String> open = new HashSet<>();
  private boolean heldOrdered;

  public DemoRunner(DemoClient client, PrintWriter out) {
    this.client = client;
    this.out = out;
  }

  private record DemoCase(String name, String phone, String behavior) {
    String subject() {
      return "demo-" + phone;
    }
  }

  public void run() {
    JsonNode rule = client.setRule("wrong_number", Json.object().put("days", 1));
    try {
      runCases();
    } finally {
      client.setRule("wrong_number", rule);
    }
  }

  private void runCases() {
    String cursor = endOfFeed();
    out.println();
    CASES.forEach(this::place);
    introduce(DemoSequence.begin(client, order(SEQUENCE_CASE)), SEQUENCE_CASE);
    out.println();
    follow(cursor);
    out.println();
  }

  private void place(DemoCase demoCase) {
    introduce(client.post("/v1/call-orders", order(demoCase)).path("id").asText(), demoCase);
  }

  private void introduce(String id, DemoCase demoCase) {
    open.add(id);
    out.printf("%s  %-15s  a person who %s%n", id, demoCase.name(), demoCase.behavior());
  }

  /** The cursor of the feed's present end. */
  private String endOfFeed() {
    JsonNode page = client.get("/v1/events?limit=100");
    while (page.path("has_more").asBoolean()) {
      page = client.get("/v1/events?limit=100&after=" + page.path("next_cursor").asText());
    }
    return page.path("next_cursor").asText();
  }

  private void follow(String from) {
    String cursor = from;
    int emptyPolls = 0;
    while (!open.isEmpty()) {
      JsonNode page = client.get("/v1/events?limit=100&after=" + cursor);
      cursor = page.path("next_cursor").asText();
      page.path("data").forEach(this::print);
      out.flush();
      emptyPolls = page.path("data").isEmpty() ? emptyPolls + 1 : 0;
      if (emptyPolls == MAX_EMPTY_POLLS) {
        out.println("                          ... the test clock advances by a week ...");
        client.advanceClock("P7D");
        emptyPolls = 0;
      }
      LockSupport.parkNanos(POLL_INTERVAL_NANOS);
    }
  }

  private void print(JsonNode event) {
    JsonNode data = event.path("data");
    if (TERMINAL.contains(data.path("status").asText())) {
      open.remove(data.path("id").asText());
    }
    out.printf(
        "%s  %-15s  %-26s %s%n",
        event.path("occurred_at").asText(),
        event.at("/related/client_reference").asText(caseOf(data)),
        event.path("type").asText(),
        details(data));
    if (event.path("type").asText().equals("hold.created") && !heldOrdered) {
      heldOrdered = true;
      place(HELD_CASE);
    }
  }

  /** The case of an event that belongs to no order. */
  private static String caseOf(JsonNode data) {
    String subject = data.path("subject_reference").asText();
    return CASES.stream()
        .filter(demoCase -> demoCase.subject().equals(subject))
        .findFirst()
        .orElse(SEQUENCE_CASE)
        .name();
  }

  private static String details(JsonNode data) {
    if (data.has("result")) {
      return data.at("/result/summary_code").asText();
    }
    if (data.has("due_on")) {
      return "due on " + data.path("due_on").asText();
    }
    if (data.has("reason")) {
      return data.path("reason").asText();
    }
    if (data.has("next_attempt_at")) {
      return "for " + data.path("next_attempt_at").asText();
    }
    if (data.has("next_action_at")) {
      return "%s until %s"
          .formatted(data.path("current_step_id").asText(), data.path("next_action_at").asText());
    }
    return data.path("disposition").asText(data.path("current_step_id").asText());
  }

  private static ObjectNode order(DemoCase demoCase) {
    ObjectNode order =
        Json.object()
            .put("order_type", "payment_reminder")
            .put("client_reference", demoCase.name());
    ObjectNode subject = order.putObject("subject").put("reference", demoCase.subject());
    subject.putObject("name").put("given_name", "Erika").put("family_name", "Muster");
    order.putArray("contacts").addObject().put("channel", "phone").put("value", demoCase.phone());
    ObjectNode claim = order.putObject("context").putObject("claim");
    claim.putObject("outstanding").put("value", "120.50").put("currency", "EUR");
    claim.put("creditor_name", "Stadtwerke Musterstadt");
    claim.putObject("basis").put("kind", "invoice");
    return order;
  }
}
