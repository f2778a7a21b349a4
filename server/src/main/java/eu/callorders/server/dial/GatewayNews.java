package eu.callorders.server.dial;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceAnswer;
import java.util.UUID;

/** Something to take in about an attempt. */
public sealed interface GatewayNews {

  UUID attemptId();

  /** The gateway has answered the request to place the call. */
  record Answer(UUID attemptId, PlaceAnswer answer) implements GatewayNews {}

  /** The gateway tells what happened to the call. */
  record Told(GatewayEvent event) implements GatewayNews {
    @Override
    public UUID attemptId() {
      return event.header().attemptId();
    }
  }

  /** Every deadline has passed and nobody can tell what became of it. */
  record Lost(UUID attemptId) implements GatewayNews {}

  /** The report of its conversation has not come in time. */
  record Overdue(UUID attemptId) implements GatewayNews {}
}
