package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;

/**
 * {@code POST /v1/enrollments/{enrollment_id}/pause}: pauses an enrollment and holds its orders.
 */
public final class PauseEnrollmentOperation implements Operation {
  private final EnrollmentEditor editor;

  public PauseEnrollmentOperation(EnrollmentEditor editor) {
    this.editor = editor;
  }

  @Override
  public String operationId() {
    return "pauseEnrollment";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return editor.change(request, new EnrollmentCommand.Pause());
  }
}
