package eu.callorders.console.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.session.LiveEvents;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.TenantClock;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.Poller;
import java.time.Duration;
import java.time.Instant;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;

/**
 * Reads the test clock of a sandbox, or estimates it by events, and compares the clocks of the
 * tenant, the service and this machine.
 */
final class ClockViewModel {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  /**
   * What the clocks show.
   *
   * @param tenant the present time of the tenant
   * @param ahead how far that is ahead of real time; zero while it is real time
   * @param machineError how far this machine is ahead of the service, negative if behind; zero
   *     while they agree
   */
  record Clocks(Instant tenant, Duration ahead, Duration machineError) {}

  final ObjectProperty<Clocks> clocks;

  private final Session session;
  private final TenantClock clock;
  private final LiveEvents events;
  private final Poller<JsonNode> poller;
  private Runnable unlisten = () -> {};

  ClockViewModel(BackgroundExecutor background, Session session, LiveEvents events) {
    this.session = session;
    this.clock = session.clock();
    this.events = events;
    this.clocks = new SimpleObjectProperty<>(present());
    this.poller =
        new Poller<>(background, INTERVAL, this::testClock, this::take, ignored -> update());
  }

  void start() {
    if (session.isSandbox()) {
      unlisten =
          events.listen(
              fresh -> {
                clock.observe(fresh);
                update();
              });
    }
    poller.start();
  }

  void stop() {
    poller.stop();
    unlisten.run();
  }

  /** Missing where only events tell the time. */
  private JsonNode testClock() throws ApiException {
    return session.isSandbox() && session.administration().isPresent()
        ? session
            .administration()
            .get()
            .get("/admin/v1/tenants/" + session.tenantId() + "/test-clock")
            .body()
        : MissingNode.getInstance();
  }

  private void take(JsonNode testClock) {
    clock.read(testClock);
    update();
  }

  private void update() {
    clocks.set(present());
  }

  private Clocks present() {
    return new Clocks(clock.now(), clock.ahead(), clock.machineError());
  }
}
