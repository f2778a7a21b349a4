package eu.callorders.server.maintenance;

import eu.callorders.server.concurrent.IndependentSteps;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.MaintenanceClock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates and drops partitions, deletes old rows, records settings of earlier releases, verifies
 * audit log and counters; a failing step does not affect others. All steps of a round use the same
 * time, and delete nothing after a clock jump.
 */
public final class MaintenanceSteps {
  private final MaintenanceClock clock;
  private final PartitionRotator eventDays;
  private final PartitionRotator deliveryDays;
  private final ExpiredRowCleaner expired;
  private final NewSettingsRecorder newSettings;
  private final AuditChainVerifier audit;
  private final CounterVerifier counters;
  private final InstantSource realTime;

  public MaintenanceSteps(
      Database database,
      MaintenanceClock clock,
      NewSettingsRecorder newSettings,
      AuditChainVerifier audit,
      CounterVerifier counters,
      InstantSource realTime) {
    this.clock = clock;
    this.eventDays = PartitionRotator.ofEvents(database);
    this.deliveryDays = PartitionRotator.ofDeliveries(database);
    this.expired = new ExpiredRowCleaner(database);
    this.newSettings = newSettings;
    this.audit = audit;
    this.counters = counters;
    this.realTime = realTime;
  }

  /** Runs every step. Blocks a virtual thread. Throws the first failure after the last step. */
  public void runOnce() {
    Instant now = realTime.instant();
    boolean deletes = clock.permitsDeletion(now);
    List<Runnable> steps = new ArrayList<>();
    steps.add(() -> eventDays.runOnce(now, deletes));
    steps.add(() -> deliveryDays.runOnce(now, deletes));
    if (deletes) {
      steps.add(() -> expired.deleteIdempotencyRecords(now));
      steps.add(() -> expired.deleteKeys(now));
      steps.add(() -> expired.deleteWebhookRows(now));
      steps.add(expired::deleteFailedWork);
    }
    steps.add(newSettings::runOnce);
    steps.add(() -> audit.runOnce(now));
    steps.add(() -> counters.runOnce(now));
    IndependentSteps.run(steps);
  }
}
