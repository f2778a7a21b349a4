package eu.callorders.core.call;

import java.util.List;

/**
 * The effect of a fact on an attempt.
 *
 * @param next the attempt afterwards
 * @param milestones the milestones reached, in the order to act on them; empty when only details
 *     were filled in, or nothing changed
 */
public record AttemptDecision(Attempt next, List<AttemptMilestone> milestones) {
  public AttemptDecision {
    milestones = List.copyOf(milestones);
  }
}
