package eu.callorders.bench.faults;

import eu.callorders.bench.crash.Postgres;
import java.time.Instant;

/**
 * Every commit waits 100 ms before PostgreSQL flushes its log: the part of a slow disk for which
 * the service waits. Reads and checkpoints are as fast as ever.
 */
record SlowDisk(Postgres postgres) implements Shortage {
  private static final int MICROSECONDS = 100_000;

  @Override
  public void begin() throws Exception {
    postgres.administer(
        "ALTER SYSTEM SET commit_delay = " + MICROSECONDS, "ALTER SYSTEM SET commit_siblings = 0");
    postgres.reload();
  }

  @Override
  public Instant end() throws Exception {
    postgres.administer("ALTER SYSTEM RESET commit_delay", "ALTER SYSTEM RESET commit_siblings");
    postgres.reload();
    return Instant.now();
  }
}
