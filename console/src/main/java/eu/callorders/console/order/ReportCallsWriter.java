package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.stream.StreamSupport;

/** Renders the calls and their transcripts in a report. */
final class ReportCallsWriter {
  private static final int COLUMNS = 3;

  private final Texts texts;
  private final OrderFacts facts;

  ReportCallsWriter(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.facts = new OrderFacts(texts, times);
  }

  /**
   * Writes the facts of all calls.
   *
   * @param mayRead whether transcripts follow
   */
  void calls(HtmlWriter page, JsonNode order, boolean mayRead) throws IOException {
    page.open("section", "").element("h2", "", texts.get("tab.calls"));
    for (JsonNode call : order.path("calls")) {
      call(page, call);
    }
    if (order.path("calls").isEmpty()) {
      page.element("p", "note", texts.get("report.no_calls"));
    }
    if (!mayRead && !callsWithTranscript(order).isEmpty()) {
      page.element("p", "note", texts.get("report.no_transcripts"));
    }
    page.close("section");
  }

  private static List<JsonNode> callsWithTranscript(JsonNode order) {
    return StreamSupport.stream(order.path("calls").spliterator(), false)
        .filter(call -> call.path("transcript").path("available").asBoolean())
        .toList();
  }

  /** Writes the transcripts; holds one at a time in memory. */
  void transcripts(HtmlWriter page, JsonNode order, OrderReport.Transcripts transcripts)
      throws IOException, ApiException {
    for (JsonNode call : callsWithTranscript(order)) {
      transcript(page, call, transcripts.load(call));
    }
  }

  private void call(HtmlWriter page, JsonNode call) throws IOException {
    page.open("div", "call").open("h3", "").text(facts.attemptTitle(call));
    String disposition = texts.value("disposition", JsonValues.text(call, "disposition"));
    page.element("span", "disposition", disposition).close("h3");
    OrderReport.facts(page, facts.call(call));
    OrderReport.facts(page, facts.findings(call.path("report").path("findings")));
    page.close("div");
  }

  private void transcript(HtmlWriter page, JsonNode call, JsonNode transcript) throws IOException {
    page.open("section", "transcript").open("table", "turns");
    String title = texts.get("report.transcript", facts.attemptTitle(call));
    OrderReport.heading(page, COLUMNS, title, missingNote(transcript));
    for (JsonNode turn : transcript.path("turns")) {
      failWhenCanceled();
      String speaker = texts.value("speaker", JsonValues.text(turn, "speaker"));
      page.open("tr", "").open("td", "at").text(Transcript.TurnLine.at(turn)).close("td");
      page.open("td", "speaker").text(speaker).close("td");
      page.open("td", "prose").text(JsonValues.text(turn, "text").strip()).close("td").close("tr");
    }
    page.close("table").close("section");
  }

  private String missingNote(JsonNode transcript) {
    if (transcript.isMissingNode()) {
      return texts.get("report.transcript_gone");
    }
    return transcript.path("complete").asBoolean(true) ? "" : texts.get("transcript.incomplete");
  }

  private static void failWhenCanceled() throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException();
    }
  }
}
