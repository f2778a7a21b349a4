package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.core.enrollment.EnrollmentDecision;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.database.Locks;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import eu.callorders.server.idempotency.IdempotentWrite;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Changes one enrollment for its client, under the subject's lock. */
public final class EnrollmentEditor {
  private final IdempotentWrite write;
  private final EnrollmentStore store;
  private final EnrollmentWriter writer;
  private final InstantSource realTime;
  private final Runnable onChanged;

  /**
   * @param changed runs after a commit and wakes the loops that continue the work
   */
  public EnrollmentEditor(
      IdempotentWrite write,
      EnrollmentStore store,
      EnrollmentWriter writer,
      InstantSource realTime,
      Runnable changed) {
    this.write = write;
    this.store = store;
    this.writer = writer;
    this.realTime = realTime;
    this.onChanged = changed;
  }

  /** Applies a command to the enrollment in the path; replies with the enrollment. */
  Future<Reply> change(ApiRequest request, EnrollmentCommand command) {
    return write
        .run(request, connection -> change(connection, request, command))
        .onSuccess(reply -> onChanged.run());
  }

  private Future<Reply> change(
      SqlConnection connection, ApiRequest request, EnrollmentCommand command) {
    UUID tenantId = request.caller().tenantId();
    UUID id = request.pathId(IdKind.ENROLLMENT, "enrollment_id");
    return store
        .findSubjectReference(connection, tenantId, id)
        .map(subject -> subject.orElseThrow(ProblemException::notFound))
        .compose(subject -> Locks.acquire(connection, Set.of(Locks.subject(tenantId, subject))))
        .compose(locked -> TenantStore.now(connection, tenantId, realTime))
        .compose(
            now ->
                store
                    .load(connection, List.of(id))
                    .compose(found -> change(connection, found.getFirst(), command, now)));
  }

  private Future<Reply> change(
      SqlConnection connection, Enrollment enrollment, EnrollmentCommand command, Instant now) {
    EnrollmentChange change = EnrollmentChange.of(enrollment, now);
    if (change.apply(command) instanceof EnrollmentDecision.Reject reject) {
      throw new ProblemException(reject.problem());
    }
    return writer
        .save(connection, List.of(change))
        .map(done -> Reply.of(200, EnrollmentView.of(change.enrollment())));
  }
}
