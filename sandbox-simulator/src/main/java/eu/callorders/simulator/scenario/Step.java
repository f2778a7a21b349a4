package eu.callorders.simulator.scenario;

import java.time.Duration;

/**
 * One step of a scenario.
 *
 * @param after real time since the step before
 */
public record Step(Duration after, ScenarioEvent happening) {
  static Step atOnce(ScenarioEvent happening) {
    return new Step(Duration.ZERO, happening);
  }
}
