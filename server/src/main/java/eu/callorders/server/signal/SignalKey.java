package eu.callorders.server.signal;

import eu.callorders.server.database.Locks;
import java.util.UUID;

/** What tells a signal from all others for ninety days. */
record SignalKey(UUID tenantId, String signalType, String dedupeKey) {

  String lock() {
    return Locks.signal(tenantId, signalType, dedupeKey);
  }
}
