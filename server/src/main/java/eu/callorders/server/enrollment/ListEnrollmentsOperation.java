package eu.callorders.server.enrollment;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.PageLoader;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** {@code GET /v1/enrollments}: the tenant's enrollments, newest first. */
public final class ListEnrollmentsOperation implements Operation {
  private static final int FIRST_SLICE = 10;

  private final Database database;
  private final EnrollmentStore store;
  private final Cursors cursors;

  public ListEnrollmentsOperation(Database database, EnrollmentStore store, Cursors cursors) {
    this.database = database;
    this.store = store;
    this.cursors = cursors;
  }

  @Override
  public String operationId() {
    return "listEnrollments";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    Position after = cursors.after(request).orElse(null);
    Optional<UUID> sequence = request.queryParameter("sequence_id").flatMap(IdKind.SEQUENCE::parse);
    if (request.queryParameter("sequence_id").isPresent() && sequence.isEmpty()) {
      return Future.succeededFuture(Page.of(List.of(), false, null));
    }
    EnrollmentQuery.Filter filter =
        new EnrollmentQuery.Filter(
            request.queryParameter("status").orElse(null),
            sequence.orElse(null),
            request.queryParameter("sequence_key").orElse(null),
            request.queryParameter("subject_reference").orElse(null),
            request.queryParameter("created_after").map(Timestamps::parse).orElse(null),
            request.queryParameter("created_before").map(Timestamps::parse).orElse(null));
    UUID tenantId = request.caller().tenantId();
    return database.asTenant(
        tenantId,
        connection ->
            EnrollmentQuery.find(connection, tenantId, filter, after, request.limit() + 1)
                .compose(
                    found ->
                        new PageLoader<>(
                                request,
                                cursors,
                                found,
                                ids -> store.load(connection, ids),
                                EnrollmentView::of,
                                ListEnrollmentsOperation::position)
                            .page(FIRST_SLICE)));
  }

  private static Position position(Enrollment enrollment) {
    return new Position(enrollment.origin().createdAt(), enrollment.id());
  }
}
