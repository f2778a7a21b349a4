package eu.callorders.core.forecast;

import eu.callorders.core.enrollment.EnrollmentState;
import java.time.Instant;
import java.util.List;

/**
 * One run through a sequence.
 *
 * @param steps the started steps, in order
 * @param end the final state of the enrollment
 */
public record DryRunPath(List<DryRunStep> steps, EnrollmentState.Ended end, Instant endedAt) {
  public DryRunPath {
    steps = List.copyOf(steps);
  }
}
