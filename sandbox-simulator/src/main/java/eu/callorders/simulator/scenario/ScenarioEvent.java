package eu.callorders.simulator.scenario;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a gateway will tell of a call, before it has an instant and a sequence number. */
public sealed interface ScenarioEvent {

  record Accepted() implements ScenarioEvent {}

  record Ringing() implements ScenarioEvent {}

  record PickedUp() implements ScenarioEvent {}

  /**
   * The call ends.
   *
   * @param endedBy wire spelling of {@code termination.actor}; null when nobody answered
   */
  record Ended(Disposition disposition, Cause cause, @Nullable String endedBy)
      implements ScenarioEvent {}

  record Turns(String locale, List<Turn> turns) implements ScenarioEvent {}

  record Objection(String scope) implements ScenarioEvent {}

  record Report(Map<String, Object> document) implements ScenarioEvent {}
}
