package eu.callorders.console.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.RobotTest;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Credentials;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.RefreshingTokenSource;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.TableView;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@RobotTest
@Tag("long")
class ClockBarTest {
  private static final String CLOCK = "/admin/v1/tenants/tn_1/test-clock";
  private static final String READING = "{\"now\": \"%s\", \"status\": \"ready\"}";
  private static final String EMPTY = "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c\"}";

  @AutoClose private final FakeService service = new FakeService();
  @TempDir private Path home;

  private final Transport transport = new Transport(Transport.Timeouts.DEFAULT);

  private Session session(ApiClient api, Optional<ApiClient> administration) {
    return new Session(
        "Operations",
        "sandbox",
        "tn_1",
        MissingNode.getInstance(),
        Set.of(Scope.ORDERS_READ, Scope.CONFIG_READ, Scope.EVENTS_READ),
        api,
        administration,
        new ConnectionStatus());
  }

  private ApiClient withToken(String token) {
    return ApiClient.administration(transport, service.address(), token);
  }

  /** A client whose service says by its token that it is that time. */
  private ApiClient atServiceTime(Instant now) {
    String claims = "{\"iat\": %d, \"tenant_id\": \"tn_1\"}".formatted(now.getEpochSecond());
    String token =
        "e."
            + Base64.getUrlEncoder().withoutPadding().encodeToString(claims.getBytes(UTF_8))
            + ".s";
    service.fixed(
        "/oauth2/token",
        200,
        "{\"access_token\": \"%s\", \"expires_in\": 3600, \"scope\": \"orders:read\"}"
            .formatted(token));
    Credentials credentials = new Credentials(service.address(), "cli_1", "secret");
    return ApiClient.of(
        transport, service.address(), new RefreshingTokenSource(transport, credentials));
  }

  /** A little later, since time passes until it is read; days are shown without minutes. */
  private static Instant in(Duration duration) {
    return Instant.now().plus(duration).plus(Duration.ofMinutes(20));
  }

  private void lists() {
    service
        .fixed("/v1/events", 200, EMPTY)
        .fixed("/v1/call-orders", 200, EMPTY)
        .fixed("/v1/webhook-endpoints", 200, EMPTY)
        .fixed("/v1/webhook-deliveries", 200, EMPTY)
        .fixed("/admin/v1/overview", 200, "{\"orders\":{}}")
        .fixed("/admin/v1/dialing/halts", 200, "{\"halts\":[]}");
  }

  private static String title(ConsoleFixture console, String table, String column) {
    return console.<TableView<?>>find(table).getColumns().stream()
        .filter(it -> it.getId().equals(column))
        .findFirst()
        .orElseThrow()
        .getText();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "en|6 days ahead of real time|by the tenant's clock|are real time|(tenant's clock)|(real"
            + " time)|Ended orders and dials are by|running calls are by",
        "de|um 6 Tage vor|folgen der Uhr des Mandanten|sind Echtzeit|(Uhr des"
            + " Mandanten)|(Echtzeit)|Aufträge und Wählversuche folgen|Anrufe folgen",
      })
  void showsTheClockOfTheTenantWhileItDiffers(
      String language,
      String ahead,
      String tenants,
      String real,
      String ofTenant,
      String ofReality,
      String charts,
      String calls)
      throws Exception {
    lists();
    service.fixed(CLOCK, 200, READING.formatted(Instant.now()));
    try (ConsoleFixture console =
        ConsoleFixture.forSession(
            session(withToken("token"), Optional.of(withToken("admin"))),
            home,
            Locale.of(language))) {
      console.open("orders");
      Node bar = console.find("#clocks");
      Label tenant = console.find("#tenant-clock");
      console.await(() -> service.requests().stream().anyMatch(it -> it.target().equals(CLOCK)));
      assertThat(bar.isVisible()).isFalse();
      assertThat(title(console, "#orders", "created_at")).doesNotContain("(");

      service.fixed(CLOCK, 200, READING.formatted(in(Duration.ofDays(6))));
      console.await(bar::isVisible);
      assertThat(tenant.getText()).contains(ahead, tenants);
      assertThat(title(console, "#orders", "created_at")).endsWith("\n" + ofTenant);
      console.open("deliveries");
      assertThat(tenant.getText()).contains(ahead, real);
      assertThat(title(console, "#deliveries", "created_at")).endsWith("\n" + ofReality);
      console.open("overview");
      assertThat(tenant.getText()).contains(charts, real);
      console.open("administration");
      assertThat(tenant.getText()).contains(calls, real);
    }
  }

  @Test
  void estimatesTheClockByEventsWithoutTheAdministration() throws Exception {
    lists();
    try (ConsoleFixture console =
        ConsoleFixture.forSession(session(withToken("token"), Optional.empty()), home)) {
      console.open("orders");
      Node bar = console.find("#clocks");
      console.await(
          () -> service.requests().stream().anyMatch(it -> it.target().contains("after=c")));
      assertThat(bar.isVisible()).isFalse();
      service.fixed(
          "/v1/events",
          200,
          """
          {"data": [{"id": "evt_1", "type": "call_order.accepted", "occurred_at": "%s"}],
           "has_more": false, "next_cursor": "c"}
          """
              .formatted(in(Duration.ofDays(2))));
      console.await(bar::isVisible);
      assertThat(console.<Label>find("#tenant-clock").getText()).contains("2 days ahead");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "en|PT3H|computer is 3 hours slow",
        "en|PT-5H|computer is 5 hours fast",
        "de|PT3H|Rechners geht um 3 Stunden nach",
        "de|PT-5H|Rechners geht um 5 Stunden vor",
      })
  void saysThatTheClockOfThisMachineIsWrong(String language, Duration ahead, String text)
      throws Exception {
    lists();
    ApiClient api =
        atServiceTime(Instant.now().plus(ahead).plusSeconds(20)); // less until it is read
    try (ConsoleFixture console =
        ConsoleFixture.forSession(session(api, Optional.empty()), home, Locale.of(language))) {
      Label machine = console.find("#machine-clock");
      console.await(machine::isVisible);
      assertThat(machine.getText()).contains(text);
      assertThat(console.<Label>find("#tenant-clock").isVisible()).isFalse();
    }
  }
}
