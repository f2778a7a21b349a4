package eu.callorders.server.signal;

import eu.callorders.server.database.Locks;
import java.util.UUID;

/** Identifies a signal for ninety days. */
record SignalKey(UUID tenantId, String signalType, String dedupeKey) {

  String lock() {
    return Locks.signal(tenantId, signalType, dedupeKey);
  }
}
