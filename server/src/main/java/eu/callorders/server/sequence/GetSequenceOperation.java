package eu.callorders.server.sequence;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.UUID;

/** {@code GET /v1/sequences/{sequence_id}}: one sequence with all its versions. */
public final class GetSequenceOperation implements Operation {
  private final Database database;
  private final SequenceCatalog catalog;

  public GetSequenceOperation(Database database, SequenceCatalog catalog) {
    this.database = database;
    this.catalog = catalog;
  }

  @Override
  public String operationId() {
    return "getSequence";
  }

  @Override
  public boolean hasLargePages() {
    return true;
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    return IdKind.SEQUENCE
        .parse(request.pathParameter("sequence_id"))
        .map(
            id -> database.asTenant(tenantId, connection -> catalog.find(connection, tenantId, id)))
        .orElse(Future.succeededFuture(Optional.empty()))
        .map(
            found ->
                found
                    .map(sequence -> Reply.of(200, SequenceView.of(sequence)))
                    .orElseGet(() -> Reply.problem(Problem.notFound())));
  }
}
