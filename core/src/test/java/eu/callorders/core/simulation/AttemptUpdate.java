package eu.callorders.core.simulation;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceResult;
import java.util.UUID;

/** An event to apply to an attempt. */
sealed interface AttemptUpdate {

  UUID attemptId();

  record PlaceAnswered(UUID attemptId, PlaceResult result) implements AttemptUpdate {}

  record EventReceived(GatewayEvent event) implements AttemptUpdate {
    @Override
    public UUID attemptId() {
      return event.header().attemptId();
    }
  }

  record Lost(UUID attemptId) implements AttemptUpdate {}

  record Overdue(UUID attemptId) implements AttemptUpdate {}
}
