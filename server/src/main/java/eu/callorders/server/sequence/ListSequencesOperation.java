package eu.callorders.server.sequence;

import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Cursors;
import eu.callorders.server.http.Cursors.Position;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** {@code GET /v1/sequences}: the tenant's sequences, newest first. */
public final class ListSequencesOperation implements Operation {
  private final Database database;
  private final SequenceCatalogue catalogue;
  private final Cursors cursors;

  public ListSequencesOperation(Database database, SequenceCatalogue catalogue, Cursors cursors) {
    this.database = database;
    this.catalogue = catalogue;
    this.cursors = cursors;
  }

  @Override
  public String operationId() {
    return "listSequences";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    Position after = cursors.after(request).orElse(null);
    SequenceCatalogue.Filter filter =
        new SequenceCatalogue.Filter(
            request.queryParameter("status").orElse(null),
            request.queryParameter("key").orElse(null));
    return database
        .asTenant(
            tenantId,
            connection -> catalogue.list(connection, tenantId, filter, after, request.limit() + 1))
        .map(found -> page(request, found));
  }

  private Reply page(ApiRequest request, List<Sequence> found) {
    return Page.fitting(
        found,
        request.limit(),
        SequenceView::of,
        sequence -> cursors.seal(request, position(sequence)));
  }

  private static Position position(Sequence sequence) {
    return new Position(sequence.createdAt(), sequence.id());
  }
}
