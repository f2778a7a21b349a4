package eu.callorders.server.event;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;

/** {@code GET /v1/events/{event_id}}. */
public final class GetEventOperation implements Operation {
  private final Database database;
  private final FeedStore store = new FeedStore();
  private final InstantSource realTime;

  public GetEventOperation(Database database, InstantSource realTime) {
    this.database = database;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "getEvent";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return IdKind.EVENT
        .parse(request.pathParameter("event_id"))
        .map(id -> find(request.caller().tenantId(), id))
        .orElseGet(() -> Future.succeededFuture(Reply.problem(Problem.notFound())));
  }

  private Future<Reply> find(UUID tenantId, UUID id) {
    Instant oldest = EventRetention.oldestVisible(realTime.instant());
    return database
        .asTenant(tenantId, connection -> store.find(connection, tenantId, id, oldest))
        .map(GetEventOperation::reply);
  }

  private static Reply reply(Optional<FeedRow> event) {
    return event
        .map(FeedRow::envelope)
        .map(envelope -> Reply.ofText(200, envelope))
        .orElseGet(() -> Reply.problem(Problem.notFound()));
  }
}
