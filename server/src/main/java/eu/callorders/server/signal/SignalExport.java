package eu.callorders.server.signal;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.UUID;

/** The signals about one person, for whoever may see everything of the person. */
public final class SignalExport {
  private final SignalStore signals = new SignalStore();

  /** As their owner sees them, oldest first. */
  public Future<List<ObjectNode>> of(
      SqlConnection connection, UUID tenantId, String subjectReference) {
    return signals
        .ofSubject(connection, tenantId, subjectReference)
        .map(found -> found.stream().map(each -> SignalView.of(each, false)).toList());
  }
}
