package eu.callorders.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.overview.History.Selection;
import eu.callorders.console.overview.HistoryViewModel.Staleness;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HistoryViewModelTest {
  private static final String STATISTICS = "/admin/v1/statistics";
  private static final Selection DAY = new Selection(ChartRange.HOURS_24, false);
  private static final Instant NOW = Instant.parse("2026-10-26T10:00:00Z");

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = uiExecutor.endlessDelays();
  private final ApiClient administration =
      ApiClient.administration(
          new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
  private final Session session =
      new Session(
          "demo",
          "sandbox",
          "tn_1",
          MissingNode.getInstance(),
          Set.of(),
          administration,
          Optional.of(administration),
          new ConnectionStatus());
  private final HistoryViewModel model = new HistoryViewModel(background, session);
  private final List<History> shown = new ArrayList<>();

  @BeforeEach
  void respond() {
    service.fixed("/admin/v1/tenants/tn_1", 200, "{\"timezone\":\"Europe/Berlin\"}");
    service.fixed(STATISTICS, 200, "{\"steps\":[]}");
    model.history.addListener((ignored, before, now) -> shown.add(now));
  }

  @AfterEach
  void close() {
    model.stop();
    background.close();
    service.close();
  }

  private List<String> statisticsRead() {
    return service.requests().stream()
        .map(FakeService.RecordedRequest::target)
        .filter(target -> target.startsWith(STATISTICS))
        .toList();
  }

  private void read() {
    model.refresh();
    uiExecutor.runNext();
  }

  @Test
  void readsWhileItIsVisible() {
    model.refresh();
    assertThat(service.requests()).isEmpty();
    model.setVisible(true);
    uiExecutor.runNext();
    History history = model.history.get();
    assertThat(history).isNotNull();
    assertThat(history.selection()).isEqualTo(DAY);
    assertThat(history.zone()).isEqualTo(ZoneId.of("Europe/Berlin"));
    assertThat(history.orders().steps()).hasSize(24);
    List<Instant> bounds = history.orders().bounds();
    assertThat(statisticsRead())
        .containsExactly(
            (STATISTICS + "?from=%s&to=%s&step=PT1H&tenant_id=tn_1")
                .formatted(bounds.getFirst(), bounds.getLast())
                .replace(":", "%3A"));
  }

  @Test
  void sendsNothingForTheLastHour() {
    model.selection.set(new Selection(ChartRange.LAST_HOUR, false));
    model.setVisible(true);
    model.refresh();
    assertThat(model.isShown()).isFalse();
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void readsAnotherSelectionAtOnceAndDropsTheFormerOne() {
    model.setVisible(true);
    uiExecutor.runNext();
    model.selection.set(new Selection(ChartRange.DAYS_7, true));
    assertThat(model.history.get()).isNull();
    uiExecutor.runUntil(() -> model.history.get() != null);
    assertThat(model.history.get().selection().range()).isEqualTo(ChartRange.DAYS_7);
    assertThat(model.history.get().orders().steps()).hasSize(7);
    assertThat(statisticsRead().subList(1, statisticsRead().size()))
        .isNotEmpty()
        .allMatch(target -> target.contains("step=P1D") && !target.contains("tenant_id"));
  }

  @Test
  void dropsAResponseThatIsOnItsWayForAnotherSelection() {
    model.setVisible(true);
    Runnable late = uiExecutor.takeNext();
    model.selection.set(new Selection(ChartRange.DAYS_30, false));
    late.run();
    assertThat(model.history.get()).isNull();
    uiExecutor.runNext();
    assertThat(model.history.get().selection().range()).isEqualTo(ChartRange.DAYS_30);
  }

  @Test
  void keepsWhatItHasDuringAFailureAndSaysSinceWhen() {
    Instant before = Instant.now();
    model.setVisible(true);
    uiExecutor.runNext();
    History history = model.history.get();
    service.fixed(STATISTICS, 403, "{\"status\":403,\"code\":\"insufficient_scope\"}");
    read();
    assertThat(model.history.get()).isSameAs(history);
    Staleness staleness = model.staleness.get();
    assertThat(staleness).isNotNull();
    assertThat(staleness.since()).isBetween(before, Instant.now());
    assertThat(staleness.cause().isRefused("insufficient_scope")).isTrue();
    read();
    assertThat(model.staleness.get()).as("the first failure counts").isEqualTo(staleness);
    service.fixed(STATISTICS, 200, "{\"steps\":[]}");
    read();
    assertThat(model.staleness.get()).isNull();
  }

  @Test
  void saysThatNothingWasEverRead() {
    service.fixed(STATISTICS, 404, "{\"status\":404,\"code\":\"not_found\"}");
    model.setVisible(true);
    uiExecutor.runNext();
    assertThat(model.staleness.get().since()).isNull();
    assertThat(model.history.get()).isNull();
  }

  @Test
  void reportsNoFailureOfItsOwnDuringAnOutage() {
    model.setVisible(true);
    uiExecutor.runNext();
    service.close();
    read();
    assertThat(administration.connectionStatus().isOffline()).isTrue();
    assertThat(model.staleness.get().since()).isNotNull();
    assertThat(model.staleness.get().cause()).isNull();
  }

  @Test
  void announcesOnlyWhatChanges() {
    model.setVisible(true);
    uiExecutor.runNext();
    read();
    read();
    assertThat(shown).as("one, and another one when the hour ends").hasSizeLessThan(3);
    String step = "{\"steps\":[{\"from\":\"%s\",\"dials\":3}]}";
    service.fixed(
        STATISTICS,
        200,
        step.formatted(shown.getLast().orders().bounds().getLast().minusSeconds(3_600)));
    read();
    assertThat(model.history.get().orders().steps().getLast().dials()).isEqualTo(3);
  }

  @Test
  void readsAgainWhenTheClockOfTheTenantBecomesKnown() {
    model.setVisible(true);
    uiExecutor.runNext();
    Instant later = Instant.now().plus(Duration.ofDays(6));
    session.clock().read(Json.object().put("now", later.toString()));
    uiExecutor.runNext();
    assertThat(model.history.get().orders().bounds().getLast()).isAfter(later);
    assertThat(model.history.get().deliveries().bounds().getLast()).isBefore(later);
  }

  private History read(ChartRange range, Instant tenantNow) throws ApiException {
    return new HistoryReader(session, () -> tenantNow, () -> NOW).read(new Selection(range, false));
  }

  @Test
  void readsDeliveriesInRealTimeWhenTheClockOfTheTenantIsAhead() throws ApiException {
    History history = read(ChartRange.HOURS_24, NOW.plusSeconds(7_200));
    assertThat(statisticsRead()).hasSize(2);
    assertThat(history.orders().bounds()).endsWith(Instant.parse("2026-10-26T13:00:00Z"));
    assertThat(history.deliveries().bounds()).endsWith(Instant.parse("2026-10-26T11:00:00Z"));
    History same = read(ChartRange.HOURS_24, NOW);
    assertThat(statisticsRead()).hasSize(3);
    assertThat(same.deliveries()).isSameAs(same.orders());
  }

  @Test
  void readsTheDayOfAClockChangeAlone() throws ApiException {
    service.computed(
        STATISTICS,
        target -> {
          String from = target.replaceAll(".*from=([^&]*)&.*", "$1").replace("%3A", ":");
          return Json.object()
              .set("steps", Json.parse("[{\"from\":\"" + from + "\",\"dials\":1}]").orElseThrow())
              .toString();
        });
    History history = read(ChartRange.DAYS_7, NOW);
    assertThat(statisticsRead())
        .hasSize(3)
        .anyMatch(
            target -> target.contains("from=2026-10-24T22%3A00%3A00Z&to=2026-10-25T23%3A00%3A00Z"));
    assertThat(history.orders().steps())
        .extracting(StatisticsStep::dials)
        .containsExactly(1L, 0L, 0L, 0L, 0L, 1L, 1L);
  }

  @Test
  void usesTheZoneOfThisMachineWhenTheTenantsIsUnknown() throws ApiException {
    service.fixed("/admin/v1/tenants/tn_1", 200, "{\"timezone\":\"Mars/Olympus\"}");
    assertThat(read(ChartRange.DAYS_7, NOW).zone()).isEqualTo(ZoneId.systemDefault());
  }
}
