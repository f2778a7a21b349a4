package eu.callorders.client.bulk;

/**
 * What an import has done.
 *
 * @param accepted rows of this run that are orders now
 * @param refused rows of this run that the service refused
 * @param stopped why the import ended before its last row; empty when it did not
 * @param isUnreachable whether it ended because no response came
 */
public record ImportReport(
    ImportPlan plan, int accepted, int refused, String stopped, boolean isUnreachable) {

  /** Whether every row of the file is an order with the content of the row. */
  public boolean isComplete() {
    return stopped.isEmpty() && refused == 0 && plan.faulty() == 0 && plan.changed() == 0;
  }
}
