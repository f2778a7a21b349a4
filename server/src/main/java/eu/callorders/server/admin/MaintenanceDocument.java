package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.database.MaintenanceClock;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;

/** The JSON of the maintenance state: deletion is held after a jump of the clock. */
final class MaintenanceDocument {
  private MaintenanceDocument() {}

  static ObjectNode of(MaintenanceClock.State state) {
    ObjectNode document =
        Json.object()
            .put("state", state.held() ? "held" : "running")
            .put("now", Timestamps.format(state.present()));
    if (state.latestSeen() != null) {
      document.put("latest_seen_at", Timestamps.format(state.latestSeen()));
    }
    return document;
  }
}
