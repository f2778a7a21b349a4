package eu.callorders.console.imports;

import eu.callorders.client.bulk.ImportPlan;
import eu.callorders.client.bulk.ImportPreview;
import java.util.BitSet;
import java.util.Map;

/**
 * What the check of a file has found.
 *
 * @param refusals the numbers of the rows that the service would refuse, by the code of the problem
 */
record CheckedFile(ImportPlan plan, ImportPreview preview, Map<String, BitSet> refusals) {
  /** The rows that can become orders. */
  int sendable() {
    return plan.toSend() - preview.refused();
  }

  /** The orders that there are in the end. */
  int total() {
    return plan.done() + sendable();
  }
}
