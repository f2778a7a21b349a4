package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;

/**
 * {@code POST /v1/enrollments/{enrollment_id}/cancel}: ends an enrollment and its pending orders.
 */
public final class CancelEnrollmentOperation implements Operation {
  private final EnrollmentEditor editor;

  public CancelEnrollmentOperation(EnrollmentEditor editor) {
    this.editor = editor;
  }

  @Override
  public String operationId() {
    return "cancelEnrollment";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return editor.change(request, new EnrollmentCommand.Cancel());
  }
}
