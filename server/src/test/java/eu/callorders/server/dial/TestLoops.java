package eu.callorders.server.dial;

import eu.callorders.server.enrollment.EnrollmentLoop;
import eu.callorders.server.enrollment.SuppressionEnforcementWorker;
import eu.callorders.server.telephony.EmbeddedEventConsumer;
import eu.callorders.server.testclock.ClockAdvancer;
import eu.callorders.server.worker.WorkLoop;
import eu.callorders.simulator.gateway.SimulatorVerticle;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** The simulator and the loops of a fixture. */
final class TestLoops {
  private static final String CLOCK_ADVANCER = "test-clock";

  private final DialFixture fixture;

  TestLoops(DialFixture fixture) {
    this.fixture = fixture;
  }

  void startSimulator() {
    fixture.vertx.deployVerticle(new SimulatorVerticle(DialFixture.REAL_TIME)).await();
    EmbeddedEventConsumer.register(fixture.vertx, fixture.inbox);
    fixture.monitor.runOnce();
  }

  /** Starts the simulator and all loops. */
  void start() {
    startSimulator();
    DialLoops.start(
        fixture.vertx,
        effects -> wakeSequences(),
        fixture.monitor,
        fixture.haltReleaseWorker,
        fixture.planner,
        fixture.dialer,
        fixture.predialDialer,
        fixture.inboxProcessor,
        fixture.reconciler);
    EnrollmentLoop.start(fixture.vertx, fixture.engine, () -> DialLoops.wake(fixture.vertx));
    SuppressionEnforcementWorker.start(fixture.vertx, fixture.suppressionEnforcement, this::wake);
    WorkLoop.start(fixture.vertx, CLOCK_ADVANCER, clockAdvancer()::runOnce);
  }

  private void wakeSequences() {
    EnrollmentLoop.wake(fixture.vertx);
    SuppressionEnforcementWorker.wake(fixture.vertx);
  }

  ClockAdvancer clockAdvancer() {
    return new ClockAdvancer(fixture.database, new ObservedTime(), this::wake);
  }

  /**
   * Counts at most a moment between two readings: a machine that stands still lets no wait of an
   * advance pass.
   */
  private static final class ObservedTime implements InstantSource {
    private static final Duration MOMENT = Duration.ofMillis(50);

    private Instant lastReading = DialFixture.REAL_TIME.instant();
    private Instant time = lastReading;

    @Override
    public synchronized Instant instant() {
      Instant reading = DialFixture.REAL_TIME.instant();
      Duration passed = Duration.between(lastReading, reading);
      lastReading = reading;
      time = time.plus(passed.compareTo(MOMENT) < 0 ? passed : MOMENT);
      return time;
    }
  }

  private void wake() {
    EnrollmentLoop.wake(fixture.vertx);
    DialLoops.wake(fixture.vertx);
  }

  void wakeClockAdvancer() {
    WorkLoop.wake(fixture.vertx, CLOCK_ADVANCER);
  }
}
