package eu.callorders.server.dial;

import eu.callorders.server.enrollment.EnrollmentLoop;
import eu.callorders.server.enrollment.SuppressionEnforcementWorker;
import eu.callorders.server.telephony.EmbeddedEventConsumer;
import eu.callorders.server.testclock.ClockAdvancer;
import eu.callorders.server.worker.WorkLoop;
import eu.callorders.simulator.gateway.SimulatorVerticle;

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
    return new ClockAdvancer(fixture.database, fixture.clocks, DialFixture.REAL_TIME, this::wake);
  }

  private void wake() {
    EnrollmentLoop.wake(fixture.vertx);
    DialLoops.wake(fixture.vertx);
  }

  void wakeClockAdvancer() {
    WorkLoop.wake(fixture.vertx, CLOCK_ADVANCER);
  }
}
