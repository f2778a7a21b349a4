package eu.callorders.server.cli.suppressions;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiResponse;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.model.Suppression;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/** Counts what became of the rows of an import, and prints the first ones that went wrong. */
final class ImportedEntries {
  private static final int CREATED = 201;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int MAX_SHOWN = 20;

  private final PrintWriter err;
  private int rows;
  private int faulty;
  private int added;
  private int existing;
  private int refused;
  private int shown;
  private boolean stopped;
  private boolean unreachable;

  ImportedEntries(PrintWriter err) {
    this.err = err;
  }

  synchronized void checked(int number, String fault) {
    rows++;
    if (!fault.isEmpty()) {
      faulty++;
      show(number, fault);
    }
  }

  /** Once the credentials are refused or the service does not respond, no more rows are sent. */
  synchronized void sent(
      int number, @Nullable ApiResponse<Suppression> response, @Nullable Throwable failure) {
    if (response != null) {
      added += response.status() == CREATED ? 1 : 0;
      existing += response.status() == CREATED ? 0 : 1;
      return;
    }
    refused++;
    if (failure instanceof ApiException refusal) {
      stopped |= refusal.status() == UNAUTHORIZED || refusal.status() == FORBIDDEN;
      show(number, refusal.problem().summary());
    } else {
      stopped = true;
      unreachable |= failure instanceof UnreachableException;
      show(number, String.valueOf(failure));
    }
  }

  private void show(int number, String fault) {
    shown++;
    if (shown <= MAX_SHOWN) {
      err.println("row " + number + ": " + fault);
      err.flush();
    }
  }

  synchronized boolean isStopped() {
    return stopped;
  }

  synchronized boolean isUnreachable() {
    return unreachable;
  }

  synchronized boolean isComplete() {
    return faulty + refused == 0 && !stopped;
  }

  synchronized int faulty() {
    return faulty;
  }

  synchronized ObjectNode document() {
    return Json.object()
        .put("rows", rows)
        .put("faulty", faulty)
        .put("added", added)
        .put("existing", existing)
        .put("refused", refused);
  }

  synchronized String text() {
    return "%d rows: %d faulty, %d added, %d exist already, %d refused"
        .formatted(rows, faulty, added, existing, refused);
  }
}
