package eu.callorders.core.forecast;

import eu.callorders.core.enrollment.EnrollmentState;
import java.time.Instant;
import java.util.List;

/**
 * One way through a sequence.
 *
 * @param legs those that were begun, in their order
 * @param end what the enrollment has become
 */
public record DryRunPath(List<DryRunStep> legs, EnrollmentState.Ended end, Instant endedAt) {
  public DryRunPath {
    legs = List.copyOf(legs);
  }
}
