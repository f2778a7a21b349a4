package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.ui.Fact;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Renders an order as a self-contained, printable HTML page without scripts. */
final class OrderReport {
  private static final int COLUMNS = 3;

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
   * @param mayReadTranscripts whether transcripts are included
   * @param mayReadEvents whether events are included
   */
  record Origin(
      String tenant,
      String environment,
      String baseUrl,
      String createdAt,
      String zone,
      boolean mayReadTranscripts,
      boolean mayReadEvents) {}

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

  void write(OrderDetail detail, Origin origin, Transcripts transcripts, Appendable out)
      throws IOException, ApiException {
    HtmlWriter page = new HtmlWriter(out);
    JsonNode order = detail.order();
    head(page, detail, origin);
    page.open("main", "");
    page.open("div", "columns");
    section(page, "result", facts.result(order));
    section(page, "section.claim", facts.claim(order));
    section(page, "report.person", facts.subject(order));
    section(page, "report.contacts", facts.contacts(order));
    section(page, "order", facts.order(order));
    section(page, "section.metadata", facts.metadata(order));
    page.close("div");
    explanation(page, detail.explanation());
    timeline(page, detail);
    ReportCallsWriter calls = new ReportCallsWriter(texts, timestamps);
    calls.calls(page, order, origin.mayReadTranscripts());
    events(page, detail, origin.mayReadEvents());
    if (origin.mayReadTranscripts()) {
      calls.transcripts(page, order, transcripts);
    }
    page.close("main");
    foot(page, origin);
  }

  private void head(HtmlWriter page, OrderDetail detail, Origin origin) throws IOException {
    String title = texts.get("report.title", detail.id());
    page.raw("<!DOCTYPE html>\n<html lang=\"")
        .text(texts.get("report.language"))
        .raw("\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta http-equiv=\"Content-Security-Policy\" ")
        .raw("content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
        .element("title", "", title)
        .raw("<style>\n")
        .raw(style())
        .raw("@page { @top-left { content: \"")
        .css(title)
        .raw("\"; } }\n@page :first { @top-left { content: none; } }\n")
        .raw("</style>\n</head>\n<body>\n");
    String environment = texts.value("environment", origin.environment());
    page.open("header", "").open("p", "origin").text(origin.tenant());
    page.element("span", "environment", environment).close("p");
    page.open("h1", "").text(texts.get("report.heading")).close("h1");
    page.element("p", "id", detail.id());
    page.open("p", "state");
    page.element("span", "status " + statusClass(detail), texts.value("status", detail.status()));
    String outcome = JsonValues.text(detail.order(), "result", "summary_code");
    page.element("span", "outcome", texts.value("summary_code", outcome)).close("p");
    page.close("header");
  }

  private static String statusClass(OrderDetail detail) {
    return switch (detail.status()) {
      case "completed" -> "good";
      case "failed" -> "bad";
      case "expired", "canceled" -> "warning";
      default -> "neutral";
    };
  }

  private static String style() {
    try (InputStream style = OrderReport.class.getResourceAsStream("report.css")) {
      return new String(Objects.requireNonNull(style).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A table head, which printing repeats on each page.
   *
   * @param note below the title; may be empty
   */
  static void heading(HtmlWriter page, int columns, String title, String note) throws IOException {
    page.open("thead", "").open("tr", "").raw("<th colspan=\"" + columns + "\">");
    page.element("h2", "", title).element("p", "note", note);
    page.close("th").close("tr").close("thead");
  }

  private void section(HtmlWriter page, String title, List<Fact> known) throws IOException {
    if (known.stream().allMatch(fact -> fact.value().isBlank())) {
      return;
    }
    page.open("section", "").element("h2", "", texts.get(title));
    facts(page, known);
    page.close("section");
  }

  static void facts(HtmlWriter page, List<Fact> known) throws IOException {
    page.open("table", "facts");
    for (Fact fact : known) {
      if (!fact.value().isBlank()) {
        page.open("tr", "").open("th", "").text(fact.name()).close("th");
        page.element("td", fact.isProse() ? "prose" : "", fact.value()).close("tr");
      }
    }
    page.close("table");
  }

  private void explanation(HtmlWriter page, JsonNode waiting) throws IOException {
    if (waiting.isMissingNode()) {
      return;
    }
    page.open("section", "").element("h2", "", texts.get("tab.waiting"));
    page.element("p", "", explanations.format(waiting));
    page.open("table", "rules");
    for (JsonNode rule : waiting.path("rules")) {
      String verdict = JsonValues.text(rule, "verdict");
      page.open("tr", "").open("td", "verdict").text(texts.value("verdict", verdict)).close("td");
      page.open("td", "").element("b", "", texts.value("rule", JsonValues.text(rule, "rule")));
      page.element("div", "", explanations.formatInstants(JsonValues.text(rule, "message")));
      page.close("td").close("tr");
    }
    page.close("table").close("section");
  }

  private void timeline(HtmlWriter page, OrderDetail detail) throws IOException {
    page.open("section", "").open("table", "timeline");
    heading(page, COLUMNS, texts.get("report.timeline"), "");
    for (OrderTimeline.Entry moment : timelineEntries.entries(detail)) {
      page.open("tr", "").open("td", "when").text(moment.at()).close("td");
      page.open("td", "dot " + moment.dotStyle()).close("td");
      page.open("td", "").text(moment.text()).close("td").close("tr");
    }
    page.close("table").close("section");
  }

  private void events(HtmlWriter page, OrderDetail detail, boolean mayFollow) throws IOException {
    page.open("section", "").open("table", "events");
    heading(page, COLUMNS, texts.get("tab.events"), missingEventsNote(detail, mayFollow));
    for (JsonNode event : detail.events()) {
      String at = timestamps.text(JsonValues.text(event, "occurred_at"));
      page.open("tr", "").open("td", "when").text(at).close("td");
      page.open("td", "").text(JsonValues.text(event, "type")).close("td");
      page.open("td", "id").text(JsonValues.text(event, "id")).close("td").close("tr");
    }
    page.close("table").close("section");
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

  private void foot(HtmlWriter page, Origin origin) throws IOException {
    String at = timestamps.text(origin.createdAt());
    page.open("footer", "");
    page.element("p", "", texts.get("report.taken", at, origin.createdAt(), origin.baseUrl()));
    page.element("p", "", texts.get("report.zone", origin.zone()));
    page.close("footer").raw("</body>\n</html>\n");
  }
}
