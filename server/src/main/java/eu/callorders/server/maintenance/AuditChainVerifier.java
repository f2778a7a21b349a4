package eu.callorders.server.maintenance;

import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.audit.AuditVerdict;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Verifies the hash chain of the audit log once a day; a metric reports a broken chain. */
public final class AuditChainVerifier {
  private static final Logger LOG = LoggerFactory.getLogger(AuditChainVerifier.class);

  /** The time grows with the log, as every entry is read. */
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private static final Duration INTERVAL = Duration.ofDays(1);

  private final Database database;
  private final AuditLog audit;
  private @Nullable Instant last;
  private volatile boolean broken;

  public AuditChainVerifier(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  /** Verifies when due. Blocks a virtual thread. */
  public void runOnce(Instant now) {
    if (last != null && now.isBefore(last.plus(INTERVAL))) {
      return;
    }
    switch (BoundedWait.await(database.asWorker(LIMIT, audit::verify), LIMIT)) {
      case AuditVerdict.Intact(long entries, String hash) -> {
        LogLine.info(LOG)
            .with(LogField.ENTRIES, entries)
            .with(LogField.HASH, hash)
            .log("audit log verified");
        broken = false;
      }
      case AuditVerdict.Broken(long place, String why) -> {
        LogLine.error(LOG).with(LogField.PLACE, place).log("audit log broken: an entry {}", why);
        broken = true;
      }
    }
    last = now;
  }

  /** Whether the last verification found the chain broken. */
  public boolean broken() {
    return broken;
  }
}
