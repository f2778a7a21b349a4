package eu.callorders.console.app;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.admin.HaltViewModel;
import eu.callorders.console.alert.AlertsViewModel;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.bulk.BulkViewModel;
import eu.callorders.console.imports.ImportViewModel;
import eu.callorders.console.order.OrderActions;
import eu.callorders.console.session.ConnectionMonitor;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.webhook.DeliveryActions;
import eu.callorders.console.webhook.FailingEndpointsViewModel;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.Poller;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What belongs to a session and to no single screen, from its start to its end. */
final class SessionModels implements AutoCloseable {
  private static final Duration OVERVIEW_INTERVAL = Duration.ofSeconds(15);

  final SignInViewModel signIn;
  final OutageViewModel outage;
  final ClockViewModel clocks;
  final Optional<HaltViewModel> halts;
  final FailingEndpointsViewModel failingEndpoints;
  final ImportViewModel imports;
  final BulkViewModel orderActions;
  final BulkViewModel deliveryActions;
  final AlertsViewModel alerts;
  private final ScreenContext context;
  private final List<ConnectionMonitor> monitors;
  private final Optional<Poller<JsonNode>> overviewPoller;

  SessionModels(ScreenContext context) {
    Session session = context.session();
    BackgroundExecutor background = context.background();
    this.context = context;
    this.signIn = new SignInViewModel(background, session);
    this.outage = new OutageViewModel(session);
    this.clocks = new ClockViewModel(background, session, context.events());
    this.halts =
        session
            .administration()
            .map(
                api ->
                    new HaltViewModel(background, api, session.tenantId(), session.tenantName()));
    this.failingEndpoints = new FailingEndpointsViewModel(background, session);
    Path home = context.settings().directory();
    this.imports = new ImportViewModel(background, session, home);
    this.orderActions = new BulkViewModel(background, session, home, OrderActions.all());
    this.deliveryActions = new BulkViewModel(background, session, home, DeliveryActions.all());
    this.alerts = new AlertsViewModel(background, session);
    this.monitors =
        Stream.concat(Stream.of(session.api()), session.administration().stream())
            .map(api -> new ConnectionMonitor(background, api))
            .toList();
    this.overviewPoller = session.administration().map(this::overviewPoller);
  }

  /** After a failure, the last known role holds; the service decides all the same. */
  private Poller<JsonNode> overviewPoller(ApiClient administration) {
    return new Poller<>(
        context.background(),
        OVERVIEW_INTERVAL,
        () -> administration.get("/admin/v1/overview").body(),
        this::overviewRead,
        ignored -> {});
  }

  private void overviewRead(JsonNode overview) {
    context.session().readRole(overview);
    alerts.overviewRead(overview);
  }

  /** Starts to poll, once the window listens. */
  void start() {
    context.events().listen(context.names()::handleEvents);
    context.events().onGap(context.names()::eventsMissed);
    context.events().listen(failingEndpoints::handleEvents);
    failingEndpoints.endpoints().subscribe(alerts::endpointsRead);
    context.events().start();
    clocks.start();
    halts.ifPresent(HaltViewModel::start);
    failingEndpoints.start();
    overviewPoller.ifPresent(Poller::start);
    monitors.forEach(ConnectionMonitor::start);
    imports.findInterrupted();
    orderActions.findInterrupted();
    deliveryActions.findInterrupted();
  }

  @Override
  public void close() {
    context.events().close();
    context.names().close();
    monitors.forEach(ConnectionMonitor::close);
    halts.ifPresent(HaltViewModel::stop);
    failingEndpoints.stop();
    overviewPoller.ifPresent(Poller::stop);
    clocks.stop();
    orderActions.close();
    deliveryActions.close();
    imports.close();
  }
}
