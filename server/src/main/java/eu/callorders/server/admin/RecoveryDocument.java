package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import eu.callorders.server.recovery.Era;
import eu.callorders.server.recovery.RecoveryHalt;
import eu.callorders.server.time.Timestamps;

final class RecoveryDocument {
  private RecoveryDocument() {}

  static ObjectNode of(RecoveryHalt.State state) {
    Era era = state.newest();
    ObjectNode document =
        Json.object()
            .put("state", state.halted() ? "halted" : "done")
            .put("era", era.number())
            .put("begun_at", Timestamps.format(era.begunAt()))
            .put("why", era.why());
    if (era.knownUntil() != null) {
      document.put("known_until", Timestamps.format(era.knownUntil()));
    }
    if (state.halted()) {
      document
          .put("calls_recorded", state.progress().recorded())
          .put("calls_open", state.progress().open())
          .put("objections", state.progress().objections());
    }
    return document;
  }
}
