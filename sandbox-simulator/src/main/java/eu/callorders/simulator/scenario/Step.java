package eu.callorders.simulator.scenario;

import java.time.Duration;

/**
 * One step of a scenario.
 *
 * @param after real time since the step before
 */
public record Step(Duration after, Happening happening) {
  static Step atOnce(Happening happening) {
    return new Step(Duration.ZERO, happening);
  }
}
