package eu.callorders.server.sequence;

import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.PageLoader;
import io.vertx.core.Future;
import java.util.UUID;

/** {@code GET /v1/sequences}: the tenant's sequences, newest first. */
public final class ListSequencesOperation implements Operation {
  private final Database database;
  private final SequenceCatalog catalog;
  private final Cursors cursors;

  public ListSequencesOperation(Database database, SequenceCatalog catalog, Cursors cursors) {
    this.database = database;
    this.catalog = catalog;
    this.cursors = cursors;
  }

  @Override
  public String operationId() {
    return "listSequences";
  }

  @Override
  public boolean hasLargePages() {
    return true;
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    Position after = cursors.after(request).orElse(null);
    SequenceCatalog.Filter filter =
        new SequenceCatalog.Filter(
            request.queryParameter("status").orElse(null),
            request.queryParameter("key").orElse(null));
    return database.asTenant(
        tenantId,
        connection ->
            catalog
                .list(connection, tenantId, filter, after, request.limit() + 1)
                .compose(
                    found ->
                        new PageLoader<>(
                                request,
                                cursors,
                                found,
                                ids -> catalog.load(connection, tenantId, ids),
                                SequenceView::of,
                                ListSequencesOperation::position)
                            .page(1)));
  }

  private static Position position(Sequence sequence) {
    return new Position(sequence.createdAt(), sequence.id());
  }
}
