package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.mustachejava.DefaultMustacheFactory;
import com.github.mustachejava.MustacheException;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Fact;
import eu.callorders.console.ui.OrderStatusText;
import eu.callorders.console.ui.StatusStyle;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Renders an order as a self-contained, printable HTML page without scripts. */
final class OrderReport {
  /** Loads the transcript of a call; missing when unavailable. */
  @FunctionalInterface
  interface Transcripts {
    JsonNode load(JsonNode call) throws ApiException;
  }

  /**
   * The source of a report.
   *
   * @param createdAt timestamp of the report
   * @param environment {@code live} or {@code sandbox}
   * @param zone of the shown times
   * @param tenantTime timestamp of the tenant's clock; empty while that is real time
   * @param mayReadTranscripts whether transcripts are included
   * @param mayReadEvents whether events are included
   */
  record Origin(
      String tenant,
      String environment,
      String baseUrl,
      String createdAt,
      String zone,
      String tenantTime,
      boolean mayReadTranscripts,
      boolean mayReadEvents) {}

  private record Section(String title, List<Fact> facts) {}

  private record Rule(String verdict, String rule, String message) {}

  private record Call(String title, String disposition, List<Section> tables) {}

  private record Event(String at, String type, String id) {}

  private record Turn(String at, String speaker, String text) {}

  /** The templates beside this class. */
  private static final class Templates extends DefaultMustacheFactory {
    private Templates() {
      super(name -> new StringReader(resource(name)));
    }

    @Override
    public void encode(String value, Writer writer) {
      try {
        writer.write(HtmlText.escape(value));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private final Texts texts;
  private final TimestampFormatter timestamps;
  private final OrderFacts facts;
  private final OrderTimeline timelineEntries;
  private final ExplanationFormatter explanations;

  OrderReport(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.timestamps = times;
    this.facts = new OrderFacts(texts, times);
    this.timelineEntries = new OrderTimeline(texts, times);
    this.explanations = new ExplanationFormatter(texts, times);
  }

  /** Writes the report; holds one transcript at a time in memory. */
  void write(OrderDetail detail, Origin origin, Transcripts transcripts, Writer out)
      throws IOException, ApiException {
    Templates templates = new Templates();
    render(templates, "report.mustache", page(detail, origin), out);
    if (origin.mayReadTranscripts()) {
      for (JsonNode call : callsWithTranscript(detail.order())) {
        render(templates, "transcript.mustache", transcript(call, transcripts.load(call)), out);
      }
    }
    render(templates, "foot.mustache", foot(origin), out);
  }

  private static void render(
      Templates templates, String template, Map<String, Object> values, Writer out)
      throws IOException {
    try {
      templates.compile(template).execute(out, values).flush();
    } catch (UncheckedIOException | MustacheException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private static String resource(String name) {
    try (InputStream in = OrderReport.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, Object> page(OrderDetail detail, Origin origin) {
    JsonNode order = detail.order();
    String title = texts.get("report.title", detail.id());
    UnaryOperator<String> label = key -> HtmlText.escape(texts.get(key));
    Map<String, Object> page = new HashMap<>();
    page.put("label", label);
    page.put("title", title);
    page.put("cssTitle", HtmlText.escapeCss(title));
    page.put("style", resource("report.css"));
    page.put("origin", origin);
    page.put("environment", texts.value("environment", origin.environment()));
    page.put("id", detail.id());
    OrderStatusText status = OrderStatusText.of(texts, order);
    page.put("status", status.status());
    page.put("statusClass", StatusStyle.order(order).key());
    page.put("outcome", status.outcome());
    page.put("sections", sections(order));
    if (!detail.explanation().isMissingNode()) {
      page.put("explanation", explanations.format(detail.explanation()));
      page.put(
          "rules",
          Json.list(detail.explanation().path("rules"), rule -> rule(rule, detail.explanation())));
    }
    page.put("timeline", timelineEntries.entries(detail));
    page.put("calls", Json.list(order.path("calls"), call -> call(order, call)));
    page.put("callNotes", callNotes(order, origin.mayReadTranscripts()));
    page.put("events", detail.events().stream().map(this::event).toList());
    page.put("eventsNote", missingEventsNote(detail, origin.mayReadEvents()));
    return page;
  }

  private List<Section> sections(JsonNode order) {
    return Stream.of(
            section("result", facts.result(order)),
            section("section.holds", facts.holds(order)),
            section("section.claim", facts.claim(order)),
            section("report.person", facts.subject(order)),
            section("report.contacts", facts.contacts(order)),
            section("order", facts.order(order)),
            section("section.metadata", facts.metadata(order)))
        .filter(section -> !section.facts().isEmpty())
        .toList();
  }

  private Section section(String title, List<Fact> facts) {
    return new Section(texts.get(title), known(facts));
  }

  private static List<Fact> known(List<Fact> facts) {
    return facts.stream().filter(fact -> !fact.value().isBlank()).toList();
  }

  private Rule rule(JsonNode rule, JsonNode explanation) {
    return new Rule(
        value("verdict", rule, "verdict"),
        value("rule", rule, "rule"),
        explanations.describe(rule, explanation));
  }

  private Call call(JsonNode order, JsonNode call) {
    return new Call(
        facts.attemptTitle(call),
        value("disposition", call, "disposition"),
        List.of(
            new Section("", known(facts.call(order, call))),
            new Section("", known(facts.findings(call.path("report").path("findings"))))));
  }

  private List<String> callNotes(JsonNode order, boolean mayReadTranscripts) {
    List<String> notes = new ArrayList<>();
    if (order.path("calls").isEmpty()) {
      notes.add(texts.get("report.no_calls"));
    }
    if (!mayReadTranscripts && !callsWithTranscript(order).isEmpty()) {
      notes.add(texts.get("report.no_transcripts"));
    }
    return notes;
  }

  private static List<JsonNode> callsWithTranscript(JsonNode order) {
    return Json.list(order.path("calls"), UnaryOperator.identity()).stream()
        .filter(call -> call.path("transcript").path("available").asBoolean())
        .toList();
  }

  private Event event(JsonNode event) {
    return new Event(
        timestamps.cell(JsonValues.text(event, "occurred_at")),
        JsonValues.text(event, "type"),
        JsonValues.text(event, "id"));
  }

  /** Why events are missing; empty when complete. */
  private String missingEventsNote(OrderDetail detail, boolean mayFollow) {
    if (!mayFollow) {
      return texts.get("report.no_events");
    }
    if (detail.events().isEmpty()) {
      return texts.get("trace.none");
    }
    return detail.eventsComplete() ? "" : texts.get("trace.first_events", detail.events().size());
  }

  private Map<String, Object> transcript(JsonNode call, JsonNode transcript) {
    Iterable<Turn> turns =
        () ->
            StreamSupport.stream(transcript.path("turns").spliterator(), false)
                .map(this::turn)
                .iterator();
    return Map.of(
        "title", texts.get("report.transcript", facts.attemptTitle(call)),
        "note", missingNote(transcript),
        "turns", turns);
  }

  private String missingNote(JsonNode transcript) {
    if (transcript.isMissingNode()) {
      return texts.get("report.transcript_gone");
    }
    return transcript.path("complete").asBoolean(true) ? "" : texts.get("transcript.incomplete");
  }

  /** Stops when the report is canceled: a transcript may be long. */
  private Turn turn(JsonNode turn) {
    if (Thread.currentThread().isInterrupted()) {
      throw new UncheckedIOException(new InterruptedIOException());
    }
    return new Turn(
        Transcript.TurnLine.at(turn),
        value("speaker", turn, "speaker"),
        JsonValues.text(turn, "text").strip());
  }

  private Map<String, Object> foot(Origin origin) {
    String at = timestamps.text(origin.createdAt());
    return Map.of(
        "taken", texts.get("report.taken", at, origin.createdAt(), origin.baseUrl()),
        "zone", texts.get("report.zone", origin.zone()),
        "clock",
            origin.tenantTime().isEmpty()
                ? ""
                : texts.get("report.clock", timestamps.text(origin.tenantTime())));
  }

  private String value(String registry, JsonNode json, String... path) {
    return texts.value(registry, JsonValues.text(json, path));
  }
}
