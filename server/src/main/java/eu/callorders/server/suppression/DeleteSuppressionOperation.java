package eu.callorders.server.suppression;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.event.EventStore;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/**
 * {@code DELETE /v1/suppressions/{suppression_id}}: deletes an entry, unless it stems from an
 * objection in a call. What it ended stays ended.
 */
public final class DeleteSuppressionOperation implements Operation {
  private final IdempotentWrite write;
  private final TenantStore tenants;
  private final SuppressionStore suppressions;
  private final EventStore events;
  private final InstantSource realTime;

  public DeleteSuppressionOperation(
      IdempotentWrite write,
      TenantStore tenants,
      SuppressionStore suppressions,
      EventStore events,
      InstantSource realTime) {
    this.write = write;
    this.tenants = tenants;
    this.suppressions = suppressions;
    this.events = events;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "deleteSuppression";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return write.run(
        request,
        connection ->
            find(connection, request)
                .compose(entry -> delete(connection, entry))
                .map(done -> Reply.empty(204)));
  }

  private Future<Suppression> find(SqlConnection connection, ApiRequest request) {
    UUID id =
        IdKind.SUPPRESSION
            .parse(request.pathParameter("suppression_id"))
            .orElseThrow(() -> new ProblemException(Problem.notFound()));
    return suppressions
        .findLocked(connection, request.caller().tenantId(), id)
        .map(found -> found.orElseThrow(() -> new ProblemException(Problem.notFound())));
  }

  private Future<Void> delete(SqlConnection connection, Suppression entry) {
    if (entry.source() == Suppression.Source.IN_CALL_REQUEST) {
      throw new ProblemException(
          Problem.of(
              ProblemCode.SUPPRESSION_PROTECTED,
              "The person asked for it during a call; only the person can lift it."));
    }
    return tenants
        .now(connection, entry.tenantId(), realTime)
        .compose(
            now ->
                suppressions
                    .delete(connection, entry)
                    .compose(
                        done ->
                            events.append(
                                connection, List.of(SuppressionView.deletedEvent(entry, now)))));
  }
}
