package eu.callorders.server.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.app.StartupBanner;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Places orders to magic numbers, starts a sequence, and prints the events until all have ended.
 */
public final class DemoRunner {
  private static final String CLOCK = "/v1/sandbox/clock";
  private static final long POLL_INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** After this many polls without events, only the clock can cause more. */
  private static final int MAX_EMPTY_POLLS = 20;

  private static final List<DemoCase> CASES =
      List.of(
          new DemoCase("promises", "21", "promises to pay"),
          new DemoCase("disputes", "24", "disputes the claim"),
          new DemoCase("objects", "25", "does not want to be called"),
          new DemoCase("no-answer-first", "30", "does not answer at first"),
          new DemoCase("voicemail", "12", "has a voicemail, always"),
          new DemoCase("unallocated", "01", "has a number that does not exist"),
          new DemoCase("wrong-number", "20", "has another number by now"));

  /** Ordered for the same person once the call before has held the number. */
  private static final DemoCase HELD_CASE =
      new DemoCase("held", "20", "is not called at the wrong number for a day");

  private static final Set<String> TERMINAL =
      Set.of("completed", "expired", "exited", "canceled", "failed");

  private static final DemoCase SEQUENCE_CASE =
      new DemoCase("sequence", "12", "gets a letter and a call three times in a month");

  /** An order that is only previewed, to a number that no case uses. */
  private static final DemoCase CLOCK_CASE = new DemoCase("clock", "06", "");

  private static final String CLOCK_PHONE =
      FictionalNumbers.phone(FictionalNumbers.COUNT - 1, "06");

  /** Half a minute: due work of the tenant delays its clock. */
  private static final int MAX_CLOCK_POLLS = 300;

  private final DemoClient client;
  private final PrintWriter out;
  private final boolean json;
  private final Set<String> open = new HashSet<>();
  private final Set<String> own = new HashSet<>();
  private boolean heldOrdered;

  /** Other persons in each run, so that a demo can be repeated beside a running sandbox. */
  private final String run = UUID.randomUUID().toString().substring(0, 8);

  /**
   * @param json whether only the events are printed, as JSON Lines
   */
  public DemoRunner(DemoClient client, PrintWriter out, boolean json) {
    this.client = client;
    this.out = out;
    this.json = json;
  }

  /**
   * @param digits the last two of a magic number
   */
  private record DemoCase(String name, String digits, String behavior) {}

  private String subject(DemoCase demoCase) {
    String person = demoCase.equals(HELD_CASE) ? "wrong-number" : demoCase.name();
    return "demo-" + run + "-" + person;
  }

  public void run() {
    moveToDaytime();
    JsonNode rule = client.setRule("wrong_number", Json.object().put("days", 1));
    try {
      runCases();
    } finally {
      client.setRule("wrong_number", rule);
    }
  }

  /** Where no call is permitted now, as at night, the clock moves to the first hour with calls. */
  private void moveToDaytime() {
    ObjectNode body = Json.object();
    body.putArray("call_orders").add(order(CLOCK_CASE, CLOCK_PHONE));
    JsonNode preview = client.post("/v1/call-orders/preview", body).at("/data/0");
    String first = preview.path("first_call_at").asText();
    if (preview.at("/rule/rule").asText().equals("window") && !first.isEmpty()) {
      client.post(CLOCK, Json.object().put("to", first));
      for (int poll = 0; poll < MAX_CLOCK_POLLS && isAdvancing(); poll++) {
        LockSupport.parkNanos(POLL_INTERVAL_NANOS);
      }
      sayClockMoved(Instant.parse(first));
    }
  }

  private boolean isAdvancing() {
    return client.get(CLOCK).path("status").asText().equals("advancing");
  }

  /** Says that the clock stood at an hour without calls. */
  public void sayClockMoved(Instant to) {
    say(StartupBanner.clockMoved(to));
  }

  private void runCases() {
    String cursor = endOfFeed();
    say("");
    CASES.forEach(this::place);
    String phone = FictionalNumbers.phone(CASES.size(), SEQUENCE_CASE.digits());
    introduce(DemoSequence.begin(client, order(SEQUENCE_CASE, phone)), SEQUENCE_CASE);
    say("");
    follow(cursor);
    say("");
  }

  /** Prints a line for people. */
  private void say(String line) {
    if (!json) {
      out.println(line);
    }
  }

  private void place(DemoCase demoCase) {
    introduce(create(demoCase), demoCase);
  }

  private String create(DemoCase demoCase) {
    return FictionalNumbers.order(
            0, demoCase.digits(), phone -> client.post("/v1/call-orders", order(demoCase, phone)))
        .path("id")
        .asText();
  }

  private void introduce(String id, DemoCase demoCase) {
    open.add(id);
    own.add(id);
    say("%s  %-15s  a person who %s".formatted(id, demoCase.name(), demoCase.behavior()));
  }

  /** The cursor of the feed's present end: a page from an instant that no event has reached. */
  private String endOfFeed() {
    return client
        .get("/v1/events?limit=1&created_after=9999-01-01T00:00:00Z")
        .path("next_cursor")
        .asText();
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
        say("                          ... the test clock advances by a week ...");
        client.post(CLOCK, Json.object().put("by", "P7D"));
        emptyPolls = 0;
      }
      LockSupport.parkNanos(POLL_INTERVAL_NANOS);
    }
  }

  /** Other clients of the sandbox have events, too. */
  private boolean isOwn(JsonNode event) {
    return own.contains(event.at("/related/call_order_id").asText())
        || own.contains(event.at("/related/enrollment_id").asText())
        || event.at("/data/subject_reference").asText().startsWith("demo-" + run);
  }

  private void print(JsonNode event) {
    if (!isOwn(event)) {
      return;
    }
    JsonNode data = event.path("data");
    if (TERMINAL.contains(data.path("status").asText())) {
      open.remove(data.path("id").asText());
    }
    out.println(json ? event.toString() : line(event, data));
    if (event.path("type").asText().equals("hold.created") && !heldOrdered) {
      heldOrdered = true;
      place(HELD_CASE);
    }
  }

  private String line(JsonNode event, JsonNode data) {
    return "%s  %-15s  %-26s %s"
        .formatted(
            event.path("occurred_at").asText(),
            event.at("/related/client_reference").asText(caseOf(data)),
            event.path("type").asText(),
            details(data));
  }

  /** The case of an event that belongs to no order. */
  private String caseOf(JsonNode data) {
    String subject = data.path("subject_reference").asText();
    return CASES.stream()
        .filter(demoCase -> subject(demoCase).equals(subject))
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

  private ObjectNode order(DemoCase demoCase, String phone) {
    ObjectNode order =
        Json.object()
            .put("order_type", "payment_reminder")
            .put("client_reference", demoCase.name());
    ObjectNode subject = order.putObject("subject").put("reference", subject(demoCase));
    subject.putObject("name").put("given_name", "Erika").put("family_name", "Muster");
    order.putArray("contacts").addObject().put("channel", "phone").put("value", phone);
    ObjectNode claim = order.putObject("context").putObject("claim");
    claim.putObject("outstanding").put("value", "120.50").put("currency", "EUR");
    claim.put("creditor_name", "Stadtwerke Musterstadt");
    claim.putObject("basis").put("kind", "invoice");
    return order;
  }
}
