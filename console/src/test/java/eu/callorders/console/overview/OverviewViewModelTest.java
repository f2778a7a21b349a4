package eu.callorders.console.overview;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.Duration;
import java.util.Collections;
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
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = uiExecutor.endlessDelays();
  private final ApiClient api =
      ApiClient.administration(
          new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
  private long nanoTime = 77;

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private OverviewViewModel model(Optional<ApiClient> administration, Scope... scopes) {
    return new OverviewViewModel(
        background,
        new Session(
            "demo",
            "sandbox",
            "tn_1",
            MissingNode.getInstance(),
            Set.of(scopes),
            api,
            administration,
            new ConnectionStatus()),
        () -> nanoTime);
  }

  private void advanceTime(Duration time) {
    nanoTime += time.toNanos();
  }

  /** Takes a sample; without scopes there are no other requests. */
  private void takeSample(OverviewViewModel model) {
    model.refresh();
    uiExecutor.runNext();
    uiExecutor.runNext();
  }

  @Test
  void samplesMetricsIncludingUnknownStatuses() {
    OverviewViewModel model = model(Optional.of(api));
    service.then(200, OVERVIEW.formatted(3));
    model.start();
    uiExecutor.runNext();
    model.stop();
    DeploymentSample sample = model.latest.get();
    assertThat(sample).isNotNull();
    assertThat(sample.orders()).containsEntry("scheduled", 7L).containsEntry("on_the_moon", 2L);
    assertThat(sample.orders("expired")).isZero();
    assertThat(sample.callsRunning()).isEqualTo(3);
    assertThat(sample.dialLag()).isEqualTo(new DeploymentSample.Lag(10, 2500));
    assertThat(sample.deadLetters()).isEqualTo(4);
    assertThat(sample.gateways()).containsExactly(new DeploymentSample.Gateway("simulator", "up"));
    assertThat(sample.halts()).containsExactly("Fire");
    assertThat(service.requests().getFirst().target()).isEqualTo("/admin/v1/overview");
  }

  @Test
  void keepsSamplesOfLastHour() {
    OverviewViewModel model = model(Optional.of(api));
    service.then(200, OVERVIEW.formatted(1)).then(200, OVERVIEW.formatted(2));
    service.then(200, OVERVIEW.formatted(3));
    takeSample(model);
    advanceTime(Duration.ofSeconds(1));
    takeSample(model);
    advanceTime(OverviewViewModel.RETENTION);
    takeSample(model);
    assertThat(model.history).extracting(DeploymentSample::callsRunning).containsExactly(2L, 3L);
    assertThat(model.history)
        .extracting(DeploymentSample::at)
        .containsExactly(
            Duration.ofSeconds(1), OverviewViewModel.RETENTION.plus(Duration.ofSeconds(1)));
  }

  @Test
  void marksGapsBetweenSamples() {
    OverviewViewModel model = model(Optional.of(api));
    service
        .then(200, OVERVIEW.formatted(1))
        .then(200, OVERVIEW.formatted(2))
        .then(401, "{\"code\":\"unauthorized\"}")
        .then(200, OVERVIEW.formatted(3))
        .then(200, OVERVIEW.formatted(4))
        .then(200, OVERVIEW.formatted(5));
    for (int round = 0; round < 5; round++) {
      takeSample(model);
      advanceTime(OverviewViewModel.SAMPLE_INTERVAL);
    }
    advanceTime(Duration.ofMinutes(2));
    takeSample(model);
    assertThat(model.history)
        .extracting(sample -> sample.callsRunning() + " " + sample.afterGap())
        .containsExactly("1 true", "2 false", "3 true", "4 false", "5 true");
  }

  @Test
  void keepsSamplesDuringFailureAndClearsItAfterwards() {
    OverviewViewModel model = model(Optional.of(api));
    service
        .then(200, OVERVIEW.formatted(1))
        .then(401, "{\"code\":\"unauthorized\"}")
        .then(200, OVERVIEW.formatted(2));
    takeSample(model);
    takeSample(model);
    assertThat(model.failure.get()).isNotNull();
    assertThat(model.history).hasSize(1);
    advanceTime(OverviewViewModel.SAMPLE_INTERVAL);
    takeSample(model);
    assertThat(model.failure.get()).isNull();
    assertThat(model.history).hasSize(2);
  }

  @Test
  void reportsNoFailureOfItsOwnDuringAnOutage() {
    OverviewViewModel model = model(Optional.of(api), Scope.CONFIG_READ);
    takeSample(model);
    assertThat(api.connectionStatus().isOffline()).isTrue();
    assertThat(model.failure.get()).isNull();
    assertThat(model.tenantFailure.get()).isNull();
  }

  @Test
  void ignoresOutdatedSample() {
    OverviewViewModel model = model(Optional.of(api));
    service.then(200, OVERVIEW.formatted(1)).then(200, OVERVIEW.formatted(2));
    advanceTime(OverviewViewModel.SAMPLE_INTERVAL);
    takeSample(model);
    advanceTime(OverviewViewModel.SAMPLE_INTERVAL.negated());
    takeSample(model);
    assertThat(model.history).extracting(DeploymentSample::callsRunning).containsExactly(1L);
  }

  @Test
  void sendsNoRequestsWithoutScopes() {
    OverviewViewModel model = model(Optional.empty());
    model.start();
    model.refresh();
    uiExecutor.runNext();
    assertThat(model.hasDeploymentMetrics()).isFalse();
    assertThat(service.requests()).isEmpty();
    assertThat(model.tenantMetrics.get().calls()).isNull();
  }

  private static String page(int rows, boolean more) {
    String row = "{\"id\":\"x\"}";
    return "{\"data\":[%s],\"has_more\":%s,\"next_cursor\":\"c\"}"
        .formatted(String.join(",", Collections.nCopies(rows, row)), more);
  }

  @Test
  void readsTenantMetricsWithoutAdministration() {
    OverviewViewModel model = model(Optional.empty(), Scope.CONFIG_READ, Scope.ORDERS_READ);
    service
        .then(200, "{\"quotas\":{\"max_concurrent_calls\":10}}")
        .then(200, page(0, false))
        .then(200, page(100, true))
        .then(200, page(2, false))
        .then(200, page(1, false))
        .then(200, page(3, false));
    model.setVisible(true);
    uiExecutor.runNext();
    model.setVisible(false);
    TenantMetrics own = model.tenantMetrics.get();
    assertThat(own.orders())
        .containsEntry("accepted", new TenantMetrics.Count(0, false))
        .containsEntry("scheduled", new TenantMetrics.Count(100, true));
    assertThat(own.calls()).isEqualTo(new TenantMetrics.Count(3, false));
    assertThat(own.deadLetters()).isEqualTo(new TenantMetrics.Count(3, false));
    assertThat(own.tenant().at("/quotas/max_concurrent_calls").asInt()).isEqualTo(10);
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .endsWith(
            "/v1/call-orders?status=dialing&limit=100",
            "/v1/call-orders?status=in_progress&limit=100",
            "/v1/webhook-deliveries?status=failed&limit=100");
  }

  @Test
  void readsOnlyCallsWithAdministration() {
    OverviewViewModel model = model(Optional.of(api), Scope.ORDERS_READ);
    service.then(200, page(2, false)).then(200, page(0, false));
    model.setVisible(true);
    uiExecutor.runNext();
    model.setVisible(false);
    assertThat(model.tenantMetrics.get().calls()).isEqualTo(new TenantMetrics.Count(2, false));
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void showsTenantFailureUntilNextSuccess() {
    OverviewViewModel model = model(Optional.empty(), Scope.CONFIG_READ);
    service.then(403, "{\"code\":\"ip_not_allowlisted\"}");
    model.refresh();
    uiExecutor.runNext();
    assertThat(model.tenantFailure.get()).isNotNull();
    service.then(200, "{}").then(200, page(0, false));
    model.refresh();
    uiExecutor.runNext();
    assertThat(model.tenantFailure.get()).isNull();
  }

  @Test
  void computesUsedShareOfQuota() {
    assertThat(QuotaPane.usedShare(3, 10)).isEqualTo(0.3);
    assertThat(QuotaPane.usedShare(12, 10)).isEqualTo(1);
    assertThat(QuotaPane.usedShare(0, 0)).isEqualTo(1);
  }
}
