package eu.callorders.core.call;

import java.util.List;

/**
 * What a fact does to an attempt.
 *
 * @param next the attempt afterwards
 * @param became what became true, in the order in which to act on it; empty when only details were
 *     filled in, or nothing changed
 */
public record AttemptDecision(Attempt next, List<AttemptMilestone> became) {
  public AttemptDecision {
    became = List.copyOf(became);
  }
}
