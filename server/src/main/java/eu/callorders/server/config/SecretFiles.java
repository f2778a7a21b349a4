package eu.callorders.server.config;

import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reloads secrets from files, so that they change without a restart. */
public final class SecretFiles {
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final Logger LOG = LoggerFactory.getLogger(SecretFiles.class);

  private final List<SecretRing> rings;
  private final Map<SecretRing, String> faults = new HashMap<>();

  public SecretFiles(List<SecretRing> rings) {
    this.rings = rings.stream().filter(ring -> ring.file() != null).toList();
  }

  /** Reloads every two seconds until {@code vertx} is closed. */
  public void start(Vertx vertx) {
    if (!rings.isEmpty()) {
      vertx.setPeriodic(INTERVAL.toMillis(), ignored -> vertx.executeBlocking(this::refresh));
    }
  }

  /** Reloads all files; logs new faults only. */
  synchronized Void refresh() {
    rings.forEach(this::refresh);
    return null;
  }

  private void refresh(SecretRing ring) {
    try {
      if (ring.refresh()) {
        LogLine.info(LOG).with(LogField.FILE, ring.file()).log("secrets reloaded");
      }
      faults.remove(ring);
    } catch (IllegalArgumentException e) {
      String fault = Objects.requireNonNullElse(e.getMessage(), "");
      if (!fault.equals(faults.put(ring, fault))) {
        LogLine.warn(LOG)
            .with(LogField.FILE, ring.file())
            .with(LogField.CAUSE, fault)
            .log("secrets reload failed; the previous ones stay in use");
      }
    }
  }
}
