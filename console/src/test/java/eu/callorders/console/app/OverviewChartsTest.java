package eu.callorders.console.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.DatePicker;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The charts of the overview. */
@Tag("long")
@RobotTest
class OverviewChartsTest {
  private static final List<String> OUTCOMES = List.of("payment_promised", "no_contact");

  @AutoClose private final DialogService service = new DialogService();
  @TempDir private Path home;

  @BeforeEach
  void count() {
    service.service.computed(
        StatisticsResponse.PATH, target -> StatisticsResponse.to(target, OUTCOMES));
    service.service.fixed(
        "GET /admin/v1/tenants/tn_1",
        200,
        "{\"tenant_id\":\"tn_1\",\"timezone\":\"Europe/Berlin\"}");
  }

  private ConsoleFixture open(Session session, String language) throws Exception {
    ConsoleFixture console = ConsoleFixture.forSession(session, home, Locale.of(language));
    console.open("overview");
    return console;
  }

  private ConsoleFixture open(String language) throws Exception {
    ConsoleFixture console = open(service.session("live"), language);
    console.await(() -> !summary(console, "history-deliveries").isEmpty());
    return console;
  }

  /** What a screen reader says of a visible chart. */
  private static String summary(ConsoleFixture console, String chart) {
    return console
        .robot()
        .lookup("#" + chart + " .chart-plot")
        .tryQuery()
        .filter(plot -> isVisible(plot) && plot.getAccessibleText() != null)
        .map(Node::getAccessibleText)
        .orElse("");
  }

  private static boolean isVisible(Node node) {
    return node == null || node.isVisible() && isVisible(node.getParent());
  }

  private String lastRequest() {
    return service.service.requests().stream()
        .map(FakeService.RecordedRequest::target)
        .filter(target -> target.startsWith(StatisticsResponse.PATH))
        .reduce((before, last) -> last)
        .orElseThrow();
  }

  private static void selectLastBar(ConsoleFixture console, String chart) {
    Node plot = console.find("#" + chart + " .chart-plot");
    ScrollPane page = console.find(".edge-to-edge");
    console.runAndWait(() -> page.setVvalue(1)); // the tooltip has room
    console.runAndWait(plot::requestFocus);
    console.robot().push(KeyCode.END);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | Ended orders by outcome, 24 hours: 624. Promises payment: 300, Not reached: 324. | Dials, 24 hours: 300. | Dial lag (rounded up), 24 hours, at most: Median: 10 ms, 99th percentile: 2.4 s | Ended deliveries, 24 hours: 3,024. Delivered: 2,700, Skipped: 24, Dead letter: 300. | Europe/Berlin, the time zone
          de | Beendete Aufträge nach Ausgang, 24 Stunden: 624. Verspricht Zahlung: 300, Nicht erreicht: 324. | Wählversuche, 24 Stunden: 300. | Wählverzögerung (aufgerundet), 24 Stunden, höchstens: Median: 10 ms, 99. Perzentil: 2,4 s | Beendete Zustellungen, 24 Stunden: 3.024. Zugestellt: 2.700, Übersprungen: 24, Unzustellbar: 300. | Europe/Berlin, der Zeitzone
          """)
  void showsWhatTheServiceHasCounted(
      String language, String orders, String dials, String lag, String deliveries, String note)
      throws Exception {
    try (ConsoleFixture console = open(language)) {
      assertThat(summary(console, "history-orders")).startsWith(orders);
      assertThat(summary(console, "history-dials")).startsWith(dials);
      assertThat(summary(console, "history-dial-lag")).isEqualTo(lag);
      assertThat(summary(console, "history-deliveries")).startsWith(deliveries);
      assertThat(console.<Label>find("#history-note").getText()).contains(note);
      assertThat(summary(console, "chart-orders-open")).isEmpty();
      assertThat(lastRequest()).contains("step=PT1H", "tenant_id=tn_1");
    }
  }

  @Test
  void readsTheChosenRangeAndTenants() throws Exception {
    try (ConsoleFixture console = open("en")) {
      console.press("#range-days_30");
      console.await(() -> summary(console, "history-orders").contains("30 days"));
      assertThat(lastRequest()).contains("step=P1D", "tenant_id=tn_1");
      ComboBox<Boolean> tenants = console.find("#chart-tenants");
      console.runAndWait(() -> tenants.setValue(true));
      console.await(() -> !lastRequest().contains("tenant_id"));
      console.press("#range-days_30");
      assertThat(console.<ToggleButton>find("#range-days_30").isSelected()).isTrue();
      console.await(() -> !summary(console, "history-orders").isEmpty());
      selectLastBar(console, "history-orders");
      assertThat(summary(console, "history-orders")).contains("The lists show this tenant only");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          en | Enter: orders with the status “Completed” | Enter: deliveries with the status “Delivered”
          de | Eingabetaste: Aufträge mit dem Status „Abgeschlossen“ | Eingabetaste: Zustellungen mit dem Status „Zugestellt“
          """)
  void opensTheListBehindABarAndComesBack(String language, String orders, String deliveries)
      throws Exception {
    try (ConsoleFixture console = open(language)) {
      selectLastBar(console, "history-orders");
      assertThat(summary(console, "history-orders")).contains(orders);
      console.robot().push(KeyCode.ENTER);
      ComboBox<String> status = console.find(".toolbar #status");
      console.await(() -> "completed".equals(status.getValue()));
      LocalDate today = LocalDate.now();
      assertThat(console.<DatePicker>find(".toolbar #to").getValue())
          .isBetween(today.minusDays(1), today);
      console.robot().push(KeyCode.ALT, KeyCode.LEFT);
      console.await(() -> !summary(console, "history-deliveries").isEmpty());

      selectLastBar(console, "history-deliveries");
      assertThat(summary(console, "history-deliveries")).contains(deliveries);
      console.robot().push(KeyCode.ENTER);
      ToggleButton log = console.find("#go-deliveries");
      console.await(log::isSelected);
      console.await(
          () ->
              service.service.requests().stream()
                  .anyMatch(
                      request ->
                          request
                              .target()
                              .matches(
                                  "/v1/webhook-deliveries.*status=succeeded.*created_before.*")));
    }
  }

  @ParameterizedTest
  @CsvSource({"en, These charts show the state of", "de, Diese Diagramme zeigen den Stand vom"})
  void keepsChartsAndSaysSinceWhenTheyAreStale(String language, String stale) throws Exception {
    try (ConsoleFixture console = open(language)) {
      Label notice = console.find("#chart-notice");
      assertThat(notice.isVisible()).isFalse();
      service.service.computed(StatisticsResponse.PATH, target -> "[]");
      console.robot().push(KeyCode.F5);
      console.await(notice::isVisible);
      assertThat(notice.getText())
          .startsWith(stale)
          .contains(Integer.toString(LocalDate.now().getYear()));
      assertThat(summary(console, "history-orders")).contains("624");
    }
  }

  @ParameterizedTest
  @CsvSource({"en, Seen since connecting", "de, Seit dem Verbinden gesehen"})
  void showsTheLastHourSinceConnecting(String language, String said) throws Exception {
    service.service.fixed(
        "/admin/v1/overview", 200, "{\"orders\":{\"scheduled\":7},\"calls_running\":3}");
    try (ConsoleFixture console = open(language)) {
      console.press("#range-last_hour");
      console.await(() -> summary(console, "chart-calls_running").endsWith(": 3"));
      assertThat(summary(console, "chart-orders-open")).contains(": 7");
      assertThat(summary(console, "history-orders")).isEmpty();
      Label note = console.find("#sampled");
      assertThat(note.getText()).startsWith(said);
      assertThat(console.find("#chart-tenants").isVisible()).isFalse();
    }
  }

  /** A session without the administration. */
  private Session withoutAdministration(Scope... scopes) {
    ApiClient api = service.session().api();
    return new Session(
        "Operations",
        "live",
        "tn_1",
        MissingNode.getInstance(),
        EnumSet.of(Scope.CONFIG_READ, scopes),
        api,
        Optional.empty(),
        new ConnectionStatus());
  }

  @ParameterizedTest
  @CsvSource({
    "en, 'Ended orders by outcome, Last hour: 1. Refuses: 1.', Seen since",
    "de, 'Beendete Aufträge nach Ausgang, Letzte Stunde: 1. Weigert sich: 1.', Gesehen seit"
  })
  void showsTheFeedWithoutTheAdministration(String language, String counted, String said)
      throws Exception {
    try (ConsoleFixture console =
        open(withoutAdministration(Scope.ORDERS_READ, Scope.EVENTS_READ), language)) {
      console.find("#feed-note"); // what came before it is not counted
      service.service.fixed(
          "/v1/events?limit=100&after=c",
          200,
          """
          {"data":[{"id":"evt_1","type":"call_order.completed","occurred_at":"%s",
            "data":{"result":{"summary_code":"refused"}}}],"has_more":false,"next_cursor":"d"}
          """
              .formatted(Instant.now()));
      console.await(() -> summary(console, "feed-orders").startsWith(counted));
      assertThat(console.<Label>find("#feed-note").getText()).startsWith(said);
      assertThat(summary(console, "history-orders")).isEmpty();
    }
  }

  @Test
  void showsNoChartWithoutEvents() throws Exception {
    try (ConsoleFixture console = open(withoutAdministration(Scope.ORDERS_READ), "en")) {
      assertThat(isVisible(console.find("#feed-note"))).isFalse();
    }
  }
}
