package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Page;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.PageLoader;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The operations on enrollments. */
public final class EnrollmentResource {
  private static final int FIRST_SLICE = 3;

  private final Database database;
  private final EnrollmentStore store;
  private final EnrollmentEditor editor;
  private final Cursors cursors;

  public EnrollmentResource(
      Database database, EnrollmentStore store, EnrollmentEditor editor, Cursors cursors) {
    this.database = database;
    this.store = store;
    this.editor = editor;
    this.cursors = cursors;
  }

  public List<Operation> operations() {
    return List.of(
        Operation.of("listEnrollments", this::list),
        Operation.of("getEnrollment", this::get),
        Operation.of("pauseEnrollment", this::pause),
        Operation.of("resumeEnrollment", this::resume),
        Operation.of("cancelEnrollment", this::cancel));
  }

  /** {@code GET /v1/enrollments}: the tenant's enrollments, newest first. */
  Future<Reply> list(ApiRequest request) {
    Position after = cursors.after(request).orElse(null);
    Optional<EnrollmentQuery.Filter> filter = EnrollmentQuery.Filter.of(request);
    if (filter.isEmpty()) {
      return Future.succeededFuture(Page.of(List.of(), false, null));
    }
    UUID tenantId = request.caller().tenantId();
    int limit = request.limit() + 1;
    return database.asTenant(
        tenantId,
        connection ->
            EnrollmentQuery.find(connection, tenantId, filter.orElseThrow(), after, limit)
                .compose(
                    found ->
                        new PageLoader<>(
                                request,
                                cursors,
                                found,
                                ids -> store.load(connection, ids),
                                EnrollmentView::of,
                                EnrollmentResource::position)
                            .page(FIRST_SLICE)));
  }

  private static Position position(Enrollment enrollment) {
    return new Position(enrollment.origin().createdAt(), enrollment.id());
  }

  /** {@code GET /v1/enrollments/{enrollment_id}}: one enrollment with its current step. */
  public Future<Reply> get(ApiRequest request) {
    UUID tenantId = request.caller().tenantId();
    UUID id = request.pathId(IdKind.ENROLLMENT, "enrollment_id");
    return database
        .asTenant(tenantId, connection -> store.load(connection, List.of(id)))
        .map(
            found ->
                found.stream()
                    .filter(enrollment -> enrollment.tenantId().equals(tenantId))
                    .findFirst()
                    .orElseThrow(ProblemException::notFound))
        .map(found -> Reply.of(200, EnrollmentView.of(found)));
  }

  /** {@code POST /v1/enrollments/{enrollment_id}/pause}: also holds the enrollment's orders. */
  public Future<Reply> pause(ApiRequest request) {
    return editor.change(request, new EnrollmentCommand.Pause());
  }

  /** {@code POST /v1/enrollments/{enrollment_id}/resume}: resumes a paused enrollment. */
  public Future<Reply> resume(ApiRequest request) {
    return editor.change(request, new EnrollmentCommand.Resume());
  }

  /** {@code POST /v1/enrollments/{enrollment_id}/cancel}: also ends its pending orders. */
  public Future<Reply> cancel(ApiRequest request) {
    return editor.change(request, new EnrollmentCommand.Cancel());
  }
}
