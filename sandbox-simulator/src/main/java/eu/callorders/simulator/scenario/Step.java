package eu.callorders.simulator.scenario;

import java.time.Duration;

/**
 * One event of a scenario.
 *
 * @param after real time since the previous step
 */
public record Step(Duration after, ScenarioEvent event) {
  static Step immediate(ScenarioEvent event) {
    return new Step(Duration.ZERO, event);
  }
}
