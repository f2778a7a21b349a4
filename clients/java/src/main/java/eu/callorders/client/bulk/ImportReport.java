package eu.callorders.client.bulk;

import eu.callorders.client.api.UnreachableException;
import org.jspecify.annotations.Nullable;

/**
 * What an import has done.
 *
 * @param accepted rows of this run that are orders now
 * @param refused rows of this run that the service refused
 * @param cause of its end before the last row; null when there is none
 */
public record ImportReport(ImportPlan plan, int accepted, int refused, @Nullable Exception cause) {

  /** Why the import ended before its last row; empty when nothing ended it. */
  public String stopped() {
    return cause == null ? "" : String.valueOf(cause.getMessage());
  }

  /** Whether it ended because no response came. */
  public boolean isUnreachable() {
    return cause instanceof UnreachableException;
  }

  /** Whether every row of the file is an order with the content of the row. */
  public boolean isComplete() {
    int notSent = plan.faulty() + plan.changed() + plan.heldBack();
    return cause == null && refused == 0 && notSent == 0;
  }
}
