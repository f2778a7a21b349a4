package eu.callorders.client.bulk;

/**
 * What the check has found.
 *
 * @param rows of the file
 * @param toSend new rows, rows refused earlier, and rows whose outcome is unknown
 * @param done accepted earlier; they are not sent again
 * @param changed accepted earlier with other content; they are not sent again
 * @param heldBack new, without a {@code client_reference}, while rows that may be orders are
 *     missing from the file: it may be one of them, edited; they are not sent
 * @param faulty unreadable, invalid or duplicate
 */
public record ImportPlan(int rows, int toSend, int done, int changed, int heldBack, int faulty) {

  /** The plan in which rows to send turned out to be orders of other content. */
  ImportPlan withChanged(int rowsChanged) {
    return new ImportPlan(
        rows, toSend - rowsChanged, done + rowsChanged, changed + rowsChanged, heldBack, faulty);
  }
}
