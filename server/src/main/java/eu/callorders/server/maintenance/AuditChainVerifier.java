package eu.callorders.server.maintenance;

import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.audit.AuditVerdict;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Walks through the chain of the audit log once a day, and raises the alarm when it is broken. */
public final class AuditChainVerifier {
  private static final Logger LOG = LoggerFactory.getLogger(AuditChainVerifier.class);

  /** Every entry is read, so the time grows with the log. */
  private static final Duration LIMIT = Duration.ofMinutes(15);

  private static final Duration BETWEEN = Duration.ofDays(1);

  private final Database database;
  private final AuditLog audit;
  private @Nullable Instant last;
  private volatile boolean broken;

  public AuditChainVerifier(Database database, AuditLog audit) {
    this.database = database;
    this.audit = audit;
  }

  /** Walks, if it is time. Blocks a virtual thread. */
  public void runOnce(Instant now) {
    if (last != null && now.isBefore(last.plus(BETWEEN))) {
      return;
    }
    switch (BoundedWait.await(database.asWorker(LIMIT, audit::verify), LIMIT)) {
      case AuditVerdict.Intact(long entries, String hash) -> {
        LOG.atInfo().addKeyValue("entries", entries).addKeyValue("hash", hash).log("audit log");
        broken = false;
      }
      case AuditVerdict.Broken(long place, String why) -> {
        LOG.atError().addKeyValue("place", place).log("the audit log is broken: an entry {}", why);
        broken = true;
      }
    }
    last = now;
  }

  /** Whether the last walk has found the chain broken. */
  public boolean broken() {
    return broken;
  }
}
