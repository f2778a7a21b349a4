package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.work.ActionTarget;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrderReportTest {
  private static final ActionTarget TARGET = new ActionTarget("ord_1", "Erika (ord_1)");
  private static final Instant NOW = Instant.parse("2026-11-24T08:00:00Z");
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final Pattern TAG = Pattern.compile("<[^>]*>");
  private static final Scope[] ALL = {Scope.EVENTS_READ, Scope.TRANSCRIPTS_READ};
  private static final OrderReport.Origin ORIGIN =
      new OrderReport.Origin("t", "live", "a", NOW.toString(), "UTC", "", true, true);

  private final StubSession stub = new StubSession();
  private final Locale language = Locale.getDefault();

  @TempDir private Path directory;
  private Session session = stub.session();

  @BeforeEach
  void open() {
    Locale.setDefault(Locale.ENGLISH);
    order(UnknownValueOrders.order("completed", true));
  }

  @AfterEach
  void close() {
    Locale.setDefault(language);
    stub.close();
  }

  /** A report in the language that is set now. */
  private static OrderReport report() {
    return new OrderReport(Texts.of(OrderReport.class), new TimestampFormatter());
  }

  private ReportViewModel model(Scope... scopes) {
    session = stub.session(scopes);
    return new ReportViewModel(stub.background, session, report(), InstantSource.fixed(NOW), ZONE);
  }

  private void advance(Duration ahead) {
    String now = InstantSource.system().instant().plus(ahead).toString();
    session.clock().read(Json.object().put("now", now));
  }

  private Path file() {
    return directory.resolve("report.html");
  }

  private void order(String order) {
    stub.service
        .fixed("/v1/call-orders/ord_1", 200, order)
        .fixed("/v1/events", 200, UnknownValueOrders.page(UnknownValueOrders.events("ord_1", 8)))
        .fixed("/v1/calls/call_1/transcript", 200, UnknownValueOrders.transcript(2, 0));
  }

  /** Writes the report to the file and runs its UI updates. */
  private void write(ReportViewModel model, Path file) {
    model.write(TARGET, file);
    stub.uiExecutor.runUntil(() -> !model.export.running().get());
  }

  private String writeReport(ReportViewModel model) throws IOException {
    write(model, file());
    assertThat(model.export.failure().get()).isNull();
    assertThat(model.export.complete().get()).isEqualTo(file());
    return Files.readString(file());
  }

  private List<String> files() throws IOException {
    try (var files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void containsOrderCallsEventsAndTranscripts() throws IOException {
    assertThat(writeReport(model(ALL)))
        .startsWith("<!DOCTYPE html>")
        .contains("<html lang=\"en\">")
        .contains("Erika Mustermann", "4 Mar 1971", "+493023125021")
        .contains("249.90 EUR", "Beispiel Versand GmbH", "RE-2026-08812")
        .contains("Mon-Fri 14:00-19:00; Sat 10:00-12:00")
        .contains("<span class=\"outcome\">Promises payment</span>")
        .contains("Payment promise · Amount", "Promises to pay on the first")
        .contains("<td class=\"prose\">Guten Tag")
        .contains("call_order.accepted", "evt_8", "Prefers the afternoon.\nSpeaks slowly.")
        .contains("2026-11-24T08:00:00Z", "Europe/Berlin", stub.service.address().toString())
        .endsWith("</body>\n</html>\n");
    assertThat(files()).containsExactly("report.html");
  }

  @Test
  void saysWhichClockItsTimesAreOfWhileClocksDiffer() throws IOException {
    ReportViewModel model = model(ALL);
    assertThat(writeReport(model)).doesNotContain("tenant's clock", "tenant&#39;s clock");
    advance(Duration.ofDays(6));
    assertThat(writeReport(model))
        .contains("Times of the order are by the tenant", "2026-11-24T08:00:00Z");
  }

  @Test
  void usesLanguageOfTheOperator() throws IOException {
    Locale.setDefault(Locale.GERMAN);
    assertThat(writeReport(model(ALL)))
        .contains("<html lang=\"de\">", "Bericht über einen Anrufauftrag", "Verspricht Zahlung");
  }

  @Test
  void isOneFileWithoutScriptsAndLinks() throws IOException {
    assertThat(writeReport(model(ALL)))
        .doesNotContainIgnoringCase("<script", "<link", "<img", "src=", "href=", "url(", "@import")
        .contains("@page", "default-src 'none'");
  }

  @Test
  void repeatsTitlesOnPrintedPages() throws IOException {
    assertThat(writeReport(model(ALL)))
        .contains("@page { @top-left { content: \"Call\\20 order\\20 ord\\5f 1\"; } }")
        .containsPattern("<table class=\"timeline\"><thead><tr><th colspan=\"3\"><h2>[^<]+</h2>")
        .containsPattern("<table class=\"events\"><thead><tr><th colspan=\"3\"><h2>Events</h2>")
        .containsPattern("<table class=\"turns\"><thead><tr><th colspan=\"3\"><h2>Transcript of ");
  }

  @Test
  void escapesClientTextAsHtml() throws IOException {
    String hostile = "</td><script>alert('x')</script>\\\" onload=\\\"x\\u0000\\u001b\\ud800 & <b>";
    order(
        UnknownValueOrders.order("completed", true)
            .replace("Mustermann", hostile)
            .replace("autumn", hostile)
            .replace("\"campaign\"", "\"" + hostile + "\"")
            .replace("Beispiel Versand GmbH", hostile));
    stub.service
        .fixed(
            "/v1/calls/call_1/transcript",
            200,
            "{\"turns\":[{\"speaker\":\"<script>\",\"text\":\"" + hostile + "\"}]}")
        .fixed(
            "/v1/events",
            200,
            UnknownValueOrders.page("{\"id\":\"<script>\",\"type\":\"" + hostile + "\"}"));
    String html = writeReport(model(ALL));
    assertThat(html).doesNotContain("<script", "<b>", "\u0000", "\u001b");
    assertThat(html)
        .contains(
            "&lt;/td&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;"
                + "&quot; onload=&quot;x\ufffd\ufffd\ufffd &amp; &lt;b&gt;");
    List<String> tags = new ArrayList<>();
    TAG.matcher(html).results().forEach(tag -> tags.add(tag.group()));
    assertThat(tags)
        .allMatch(tag -> tag.matches("<[!/]?[a-zA-Z0-9]+( html| [a-z-]+=\"[^\"]*\")*>"));
  }

  @Test
  void namesMissingScopes() throws IOException {
    assertThat(writeReport(model()))
        .contains("does not have the scope transcripts:read", "does not have the scope events:read")
        .doesNotContain("Guten Tag", "evt_8");
    assertThat(stub.service.requests()).hasSize(1);
  }

  @Test
  void notesDeletedTranscript() throws IOException {
    stub.service.fixed("/v1/calls/call_1/transcript", 404, "{\"code\":\"transcript_unavailable\"}");
    assertThat(writeReport(model(ALL))).contains("The transcript is no longer available.");
  }

  @Test
  void notesIncompleteTranscript() throws IOException {
    String incomplete = Texts.of(OrderReport.class).get("transcript.incomplete");
    assertThat(writeReport(model(ALL))).doesNotContain(incomplete);
    stub.service.fixed("/v1/calls/call_1/transcript", 200, "{\"complete\": false, \"turns\": []}");
    assertThat(writeReport(model(ALL))).contains(incomplete);
  }

  @Test
  void showsUnknownValuesAndOmitsMissingOnes() throws IOException {
    order(UnknownValueOrders.UNKNOWN_VALUES);
    stub.service
        .fixed(
            "/v1/events",
            200,
            UnknownValueOrders.page("{\"type\":\"order.sneezed\"}", "{}", "null"))
        .fixed("/v1/calls/call_9/transcript", 200, "{\"turns\":[{\"speaker\":\"parrot\"},null]}");
    assertThat(writeReport(model(ALL)))
        .contains("levitating", "echoed", "sang along", "half reached", "humming", "ghost")
        .contains("cock crow", "wager lost", "parrot", "order.sneezed", "moonday", "ᚠ")
        .contains("mood · level", ">one<", ">two<", "1.00 EUR", ">yes<", "yesterday")
        .doesNotContain(">null<", ">null,");
  }

  @Test
  void leavesNoFileAfterServiceFailure() throws IOException {
    stub.service.fixed("/v1/calls/call_1/transcript", 500, "{\"code\":\"internal_error\"}");
    ReportViewModel model = model(ALL);
    write(model, file());
    assertThat(model.export.failure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(files()).isEmpty();
  }

  @Test
  void keepsPreviousFileWhenWriteFails() throws IOException {
    Files.createDirectories(file().resolve("inside"));
    ReportViewModel model = model(ALL);
    write(model, file());
    assertThat(model.export.failure().get()).isEqualTo(new Failure.NotWritten(file().toString()));
    assertThat(file().resolve("inside")).isDirectory();
    assertThat(files()).containsExactly("report.html");
    write(model, directory.resolve("nowhere").resolve("report.html"));
    assertThat(model.export.failure().get()).isInstanceOf(Failure.NotWritten.class);
  }

  @Test
  void reportsProgressAndStopsWhenCanceled() throws IOException {
    ReportViewModel model = model(ALL);
    model.write(TARGET, file());
    stub.uiExecutor.runNext();
    assertThat(model.export.progress().get()).isEqualTo(1);
    model.export.cancel();
    assertThat(model.export.running().get()).isFalse();
    stub.uiExecutor.runNext();
    assertThat(model.export.complete().get()).as("canceled report is not announced").isNull();
    assertThat(model.export.failure().get()).isNull();
  }

  @Test
  void stopsInsideTranscriptWhenInterrupted() {
    JsonNode transcript = Json.parse(UnknownValueOrders.transcript(3, 0)).orElseThrow();
    OrderReport report = report();
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(
              () ->
                  report.write(
                      StubSession.detail(UnknownValueOrders.order("completed", true), true),
                      ORIGIN,
                      ignored -> transcript,
                      new StringWriter()))
          .isInstanceOf(InterruptedIOException.class);
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void writesOneReportAtATime() throws IOException {
    ReportViewModel model = model(ALL);
    write(model, directory.resolve("nowhere").resolve("report.html"));
    assertThat(model.export.failure().get()).isNotNull();
    model.write(TARGET, file());
    assertThat(model.export.failure().get()).as("previous failure").isNull();
    write(model, directory.resolve("other.html"));
    assertThat(files()).containsExactly("report.html");
  }

  @Test
  void notesIncompleteEvents() throws Exception {
    StringWriter html = new StringWriter();
    report()
        .write(
            StubSession.detail("{}", false, UnknownValueOrders.events("ord_1", 3)),
            ORIGIN,
            ignored -> MissingNode.getInstance(),
            html);
    assertThat(html.toString()).contains("The first 3 events; there are more.");
  }
}
