package eu.callorders.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Reachability;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OverviewViewModelTest {
  private static final String OVERVIEW =
      """
      {"environment":"sandbox","orders":{"scheduled":7,"on_the_moon":2},"calls_running":%d,
       "dial_lag_ms":{"p50":10,"p99":2500},"delivery_lag_ms":{"p50":1,"p99":3},"dead_letters":4,
       "gateways":[{"name":"simulator","state":"up"}],
       "nodes":[{"id":"n1","started_at":"s","last_seen_at":"l"}],
       "halts":[{"id":"h","reason":"Fire","halted_at":"x"}]}
      """;

  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final ApiClient api =
      ApiClient.administration(
          new Transport(Transport.Patience.DEFAULT), service.address(), "token");
  private Instant now = Instant.parse("2026-11-20T10:00:00Z");

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private OverviewViewModel model(Optional<ApiClient> administration) {
    return new OverviewViewModel(
        background,
        new Session(
            "demo",
            "sandbox",
            "tn_1",
            MissingNode.getInstance(),
            Set.of(Scope.ORDERS_READ),
            api,
            administration,
            new Reachability()),
        () -> now);
  }

  @Test
  void samplesTheFiguresStatusesThatAreNewIncluded() {
    OverviewViewModel model = model(Optional.of(api));
    service.then(200, OVERVIEW.formatted(3));
    model.start();
    drawing.next();
    model.stop();
    Sample sample = model.latest().get();
    assertThat(sample).isNotNull();
    assertThat(sample.orders()).containsEntry("scheduled", 7L).containsEntry("on_the_moon", 2L);
    assertThat(sample.orders("expired")).isZero();
    assertThat(sample.callsRunning()).isEqualTo(3);
    assertThat(sample.dialLag()).isEqualTo(new Sample.Lag(10, 2500));
    assertThat(sample.deadLetters()).isEqualTo(4);
    assertThat(sample.gateways()).containsExactly(new Sample.Gateway("simulator", "up"));
    assertThat(sample.halts()).containsExactly("Fire");
    assertThat(service.asked().getFirst().target()).isEqualTo("/admin/v1/overview");
  }

  @Test
  void keepsTheLastHour() {
    OverviewViewModel model = model(Optional.of(api));
    service.then(200, OVERVIEW.formatted(1)).then(200, OVERVIEW.formatted(2));
    model.refresh();
    drawing.next();
    now = now.plus(OverviewViewModel.KEPT).plusMillis(1);
    model.refresh();
    drawing.next();
    assertThat(model.history()).extracting(Sample::callsRunning).containsExactly(2L);
  }

  @Test
  void keepsWhatItHasWhileTheAdministrationIsAwayAndForgetsTheTroubleAfterwards() {
    OverviewViewModel model = model(Optional.of(api));
    service
        .then(200, OVERVIEW.formatted(1))
        .then(401, "{\"code\":\"unauthorized\"}")
        .then(200, OVERVIEW.formatted(2));
    model.refresh();
    drawing.next();
    model.refresh();
    drawing.next();
    assertThat(model.failure().get()).isNotNull();
    assertThat(model.history()).hasSize(1);
    model.refresh();
    drawing.next();
    assertThat(model.failure().get()).isNull();
    assertThat(model.history()).hasSize(2);
  }

  @Test
  void asksNothingWithoutTheAdministration() {
    OverviewViewModel model = model(Optional.empty());
    model.start();
    model.refresh();
    assertThat(model.hasFigures()).isFalse();
    assertThat(service.asked()).isEmpty();
  }

  @Test
  void endsAxesAtRoundNumbersAboveTheHighestValue() {
    assertThat(Scale.tick(0)).isEqualTo(1);
    assertThat(Scale.tick(4)).isEqualTo(1);
    assertThat(Scale.tick(5)).isEqualTo(2);
    assertThat(Scale.tick(21)).isEqualTo(10);
    assertThat(Scale.tick(41)).isEqualTo(20);
    assertThat(Scale.tick(1_234_567)).isEqualTo(500_000);
  }
}
