package eu.callorders.core.simulation;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceAnswer;
import java.util.UUID;

/** Something to take in about an attempt. */
sealed interface News {

  UUID attemptId();

  record Answer(UUID attemptId, PlaceAnswer answer) implements News {}

  record Told(GatewayEvent event) implements News {
    @Override
    public UUID attemptId() {
      return event.header().attemptId();
    }
  }

  record Lost(UUID attemptId) implements News {}

  record Overdue(UUID attemptId) implements News {}
}
