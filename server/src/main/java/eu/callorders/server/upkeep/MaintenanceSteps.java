package eu.callorders.server.upkeep;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.IndependentSteps;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.FailedWork;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Creates and deletes partitions and deletes old rows; a step that fails stops no other. */
public final class MaintenanceSteps {
  private static final int BATCH = 1_000;

  private final Database database;
  private final PartitionKeeper eventDays;
  private final PartitionKeeper deliveryDays;
  private final IdempotencyKeeper answers;
  private final SignalKeeper signals;
  private final WebhookKeeper deliveries;
  private final AuditKeeper audit;
  private final InstantSource realTime;

  public MaintenanceSteps(Database database, AuditKeeper audit, InstantSource realTime) {
    this.database = database;
    this.eventDays = PartitionKeeper.ofEvents(database);
    this.deliveryDays = PartitionKeeper.ofDeliveries(database);
    this.answers = new IdempotencyKeeper(database, realTime);
    this.signals = new SignalKeeper(database, realTime);
    this.deliveries = new WebhookKeeper(database);
    this.audit = audit;
    this.realTime = realTime;
  }

  /** Runs every step. Blocks a virtual thread. Throws the first failure after the last step. */
  public void runOnce() {
    Instant now = realTime.instant();
    IndependentSteps.run(
        List.of(
            () -> eventDays.runOnce(now),
            () -> deliveryDays.runOnce(now),
            answers::runOnce,
            signals::runOnce,
            () -> deliveries.runOnce(now),
            this::purgeFailedWork,
            () -> audit.runOnce(now)));
  }

  private void purgeFailedWork() {
    int deleted = BATCH;
    while (deleted == BATCH) {
      deleted =
          database.inWorker(connection -> BoundedWait.await(FailedWork.purge(connection, BATCH)));
    }
  }
}
