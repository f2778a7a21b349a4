package eu.callorders.console.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.Link;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AlertsViewModelTest {
  private static final String NONE = "{\"gateways\":[],\"halts\":[],\"dead_letters\":0}";
  private static final String DOWN = gateways("{\"name\":\"sip\",\"state\":\"down\"}");

  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final FakeService service = new FakeService();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final List<List<String>> begun = new ArrayList<>();
  private Session session;
  private AlertsViewModel model;

  @BeforeEach
  void open() {
    session =
        new Session(
            "Operations",
            "sandbox",
            "tn_1",
            MissingNode.getInstance(),
            Set.of(Scope.CONFIG_READ),
            ApiClient.administration(
                new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"),
            Optional.empty(),
            new ConnectionStatus());
    model = new AlertsViewModel(background, session);
    model.onBegin(alerts -> begun.add(alerts.stream().map(Alert::cause).toList()));
  }

  private static JsonNode json(String text) {
    return Json.parse(text).orElseThrow();
  }

  private static String gateways(String... gateways) {
    return "{\"gateways\":[%s]}".formatted(String.join(",", gateways));
  }

  private static String halts(String... halts) {
    return "{\"halts\":[%s]}".formatted(String.join(",", halts));
  }

  private static String deadLetters(int count) {
    return "{\"dead_letters\":%d}".formatted(count);
  }

  private void overview(String overview) {
    model.overviewRead(json(overview));
  }

  private void endpoint(String status, int failures) {
    model.endpointsRead(
        List.of(
            json(
                """
                {"id":"whe_1","url":"https://hooks.example","status":"%s",
                 "health":{"consecutive_failures":%d}}
                """
                    .formatted(status, failures))));
  }

  private void failedDeliveries(int count, boolean more) {
    service.then(
        200,
        "{\"data\":[%s],\"has_more\":%s}"
            .formatted("{},".repeat(count).replaceAll(",$", ""), more));
  }

  /** Kinds, and of those that are over an exclamation mark. */
  private List<String> shown() {
    return model.entries.stream()
        .map(entry -> entry.alert().kind() + (entry.lasts() ? "" : "!"))
        .toList();
  }

  @Test
  void hasOneAlertPerCauseWhileItLasts() {
    overview(NONE);
    overview(DOWN);
    overview(DOWN);
    assertThat(shown()).containsExactly("gateway.down");
    assertThat(begun).containsExactly(List.of("gateway/sip"));
    overview(gateways("{\"name\":\"sip\",\"state\":\"open\"}"));
    assertThat(shown()).containsExactly("gateway.open");
    overview(NONE);
    assertThat(shown()).containsExactly("gateway.open!");
    overview(DOWN);
    assertThat(shown()).containsExactly("gateway.down", "gateway.open!");
    assertThat(begun).hasSize(2);
  }

  @Test
  void ignoresGatewaysThatPlaceCalls() {
    overview(
        gateways(
            "{\"name\":\"a\",\"state\":\"up\"}",
            "{\"name\":\"b\",\"state\":\"degraded\"}",
            "{\"name\":\"c\",\"state\":\"half_open\"}",
            "{\"name\":\"d\",\"state\":\"unknown\"}"));
    assertThat(shown()).isEmpty();
  }

  @Test
  void showsTheHaltsOfTheTenantSinceTheyWereMade() {
    overview(
        halts(
            "{\"id\":\"h1\",\"tenant_id\":\"tn_2\",\"reason\":\"Other\"}",
            "{\"id\":\"h2\",\"reason\":\"Fire\",\"halted_at\":\"2026-11-20T10:00:00.000Z\"}",
            "{\"id\":\"h3\",\"tenant_id\":\"tn_1\",\"country\":\"AT\",\"reason\":\"Holiday\"}",
            "{\"id\":\"h4\",\"kind\":\"recovery\",\"reason\":\"restored\"}",
            "{\"id\":\"h5\",\"tenant_id\":\"tn_1\",\"reason\":\"Pause\"}"));
    assertThat(shown()).containsExactly("halt.tenant", "recovery", "halt.part", "halt.everything");
    AlertEntry fire = model.entries.getLast();
    assertThat(fire.alert().subject()).isEqualTo("Fire");
    assertThat(fire.alert().link()).isEqualTo(Link.to("administration", ""));
    assertThat(fire.since()).isEqualTo("2026-11-20T10:00:00.000Z");
    assertThat(begun).containsExactly(List.of("halt/h2", "halt/h3", "halt/h4", "halt/h5"));
  }

  @Test
  void showsAMaintenanceThatWaits() {
    overview("{\"maintenance\":{\"state\":\"held\"}}");
    assertThat(shown()).containsExactly("maintenance");
    overview("{\"maintenance\":{\"state\":\"running\"}}");
    assertThat(shown()).containsExactly("maintenance!");
  }

  @Test
  void showsEndpointsThatFailSteadilyOrWereDisabledByFailures() {
    endpoint("active", AlertReader.MIN_FAILURES - 1);
    endpoint("disabled", 0);
    assertThat(shown()).isEmpty();
    endpoint("active", AlertReader.MIN_FAILURES);
    assertThat(shown()).containsExactly("endpoint.failing");
    model.read(ignored -> true);
    endpoint("active", AlertReader.MIN_FAILURES + 1);
    assertThat(model.unread().get()).as("the same").isZero();
    endpoint("disabled", 9);
    assertThat(shown()).containsExactly("endpoint.disabled");
    assertThat(model.unread().get()).as("worse").isEqualTo(1);
    assertThat(model.entries.getFirst().alert().link()).isEqualTo(Link.to("webhooks", "whe_1"));
    overview(NONE);
    assertThat(shown()).as("another reading").containsExactly("endpoint.disabled");
    model.endpointsRead(List.of());
    assertThat(shown()).as("deleted").containsExactly("endpoint.disabled!");
  }

  @Test
  void readsTheDeadLettersOfTheTenantWhenTheirNumberChanges() {
    overview(deadLetters(0));
    failedDeliveries(2, false);
    overview(deadLetters(5));
    drawing.runNext();
    overview(deadLetters(5));
    assertThat(shown()).containsExactly("dead_letters");
    assertThat(model.entries.getFirst().alert().subject()).isEqualTo("2");
    model.read(ignored -> true);
    failedDeliveries(1, false);
    overview(deadLetters(4));
    drawing.runNext();
    assertThat(model.unread().get()).as("fewer").isZero();
    failedDeliveries(3, true);
    overview(deadLetters(9));
    drawing.runNext();
    assertThat(model.unread().get()).as("more").isEqualTo(1);
    assertThat(shown()).containsExactly("dead_letters.many");
    failedDeliveries(0, false);
    overview(deadLetters(6));
    drawing.runNext();
    assertThat(shown()).containsExactly("dead_letters.many!");
    assertThat(service.requests())
        .hasSize(4)
        .allMatch(it -> it.target().equals("/v1/webhook-deliveries?status=failed&limit=100"));
  }

  @Test
  void isUnreadAgainWhenADeliveryFailsBeyondTheFirstPage() {
    failedAt("2026-11-20T10:00:00.000Z", "2026-11-20T09:00:00.000Z");
    overview(deadLetters(200));
    drawing.runNext();
    model.read(ignored -> true);
    failedAt("2026-11-20T10:00:00.000Z");
    overview(deadLetters(199));
    drawing.runNext();
    assertThat(model.unread().get()).as("an old one was deleted").isZero();
    failedAt("2026-11-20T09:30:00.000Z", "2026-11-20T11:00:00.000Z");
    overview(deadLetters(201));
    drawing.runNext();
    assertThat(model.unread().get()).as("one that was created earlier has failed").isEqualTo(1);
  }

  /** A first page of deliveries with these latest attempts. */
  private void failedAt(String... times) {
    String rows =
        Stream.of(times)
            .map(
                "{\"attempts\":[{\"at\":\"2026-11-19T10:00:00.000Z\"},{\"at\":\"%s\"}]}"::formatted)
            .collect(Collectors.joining(","));
    String padding = ",{\"attempts\":[]}".repeat(2 - times.length);
    service.then(
        200, "{\"data\":[%s%s],\"has_more\":true,\"next_cursor\":\"c\"}".formatted(rows, padding));
  }

  @Test
  void readsDeadLettersAgainAfterAFailureAndNoneWithoutTheScope() {
    service.then(404, "{}");
    overview(deadLetters(5));
    drawing.runNext();
    failedDeliveries(1, false);
    overview(deadLetters(5));
    drawing.runNext();
    assertThat(shown()).containsExactly("dead_letters");
    session.grant(Set.of());
    overview(deadLetters(6));
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void countsWhatTheOperatorHasNotSeen() {
    overview(DOWN);
    endpoint("disabled", 9);
    assertThat(model.unread().get()).isEqualTo(2);
    model.read(alert -> alert.kind().equals("endpoint.disabled"));
    assertThat(model.unread().get()).isEqualTo(1);
    model.read(ignored -> true);
    assertThat(model.unread().get()).isZero();
    overview(NONE);
    assertThat(model.unread().get()).as("the end is no news").isZero();
  }

  @Test
  void countsNoAlertThatIsOver() {
    overview(DOWN);
    endpoint("disabled", 9);
    overview(NONE);
    assertThat(model.unread().get()).isEqualTo(1);
    assertThat(model.entries.stream().filter(AlertEntry::isUnread))
        .extracting(entry -> entry.alert().kind())
        .containsExactly("endpoint.disabled");
    overview(DOWN);
    assertThat(model.unread().get()).as("another alert").isEqualTo(2);
  }

  @Test
  void keepsTheLatestTwoHundredAndRatherThoseThatLast() {
    overview(DOWN);
    for (int round = 0; round < AlertsViewModel.LIMIT; round++) {
      endpoint("disabled", 9);
      model.endpointsRead(List.of());
    }
    assertThat(model.entries).hasSize(AlertsViewModel.LIMIT);
    assertThat(shown().getLast()).isEqualTo("gateway.down");
    String[] halts =
        IntStream.range(0, AlertsViewModel.LIMIT + 1)
            .mapToObj("{\"id\":\"h%d\"}"::formatted)
            .toArray(String[]::new);
    begun.clear();
    overview(halts(halts));
    overview(halts(halts));
    assertThat(model.entries).hasSize(AlertsViewModel.LIMIT).allMatch(AlertEntry::lasts);
    assertThat(begun).hasSize(1);
  }
}
