package eu.callorders.simulator.scenario;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An event of a scenario, without instant and sequence number. */
public sealed interface ScenarioEvent {

  record Accepted() implements ScenarioEvent {}

  record Ringing() implements ScenarioEvent {}

  record PickedUp() implements ScenarioEvent {}

  /** The agent has spoken the disclosure. */
  record Disclosed() implements ScenarioEvent {}

  /**
   * The call ends.
   *
   * @param endedBy wire value of {@code termination.actor}; null when unanswered
   */
  record Ended(Disposition disposition, Cause cause, @Nullable String endedBy)
      implements ScenarioEvent {}

  record Turns(String locale, List<Turn> turns) implements ScenarioEvent {}

  record Objection(String scope) implements ScenarioEvent {}

  record Report(Map<String, Object> document) implements ScenarioEvent {}
}
