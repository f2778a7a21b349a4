package eu.callorders.server.signal;

import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ExportPage;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.UUID;

/** Exports the signals of one subject. */
public final class SignalExport {
  private SignalExport() {}

  /** The next page, oldest first. */
  public static Future<ExportPage> page(
      SqlConnection connection, UUID tenantId, String subjectReference, Position after, int limit) {
    return SignalStore.pageAfter(connection, tenantId, subjectReference, after, limit)
        .map(
            found ->
                ExportPage.of(
                    found.stream().map(each -> SignalView.of(each, false)).toList(),
                    found.isEmpty() ? null : position(found.getLast())));
  }

  private static Position position(Signal signal) {
    return new Position(signal.receivedAt(), signal.id());
  }
}
