package eu.callorders.server.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;

/** {@code POST /v1/enrollments/{enrollment_id}/resume}: resumes a paused enrollment. */
public final class ResumeEnrollmentOperation implements Operation {
  private final EnrollmentEditor editor;

  public ResumeEnrollmentOperation(EnrollmentEditor editor) {
    this.editor = editor;
  }

  @Override
  public String operationId() {
    return "resumeEnrollment";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return editor.change(request, new EnrollmentCommand.Resume());
  }
}
