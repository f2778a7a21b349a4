package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ExportPage;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.UUID;

/** Exports the enrollments of one subject. */
public final class EnrollmentExport {
  private final EnrollmentStore enrollments;

  public EnrollmentExport(EnrollmentStore enrollments) {
    this.enrollments = enrollments;
  }

  /** The next page, oldest first, each with its copy of the subject data. */
  public Future<ExportPage> page(
      SqlConnection connection, UUID tenantId, String subjectReference, Position after, int limit) {
    return EnrollmentStore.SUBJECT_PAGES
        .after(connection, tenantId, subjectReference, after, limit)
        .compose(
            page ->
                enrollments
                    .load(connection, page.stream().map(Position::id).toList())
                    .map(
                        found ->
                            ExportPage.of(
                                found.stream().map(EnrollmentExport::toJson).toList(),
                                page.isEmpty() ? null : page.getLast())));
  }

  private static ObjectNode toJson(Enrollment enrollment) {
    ObjectNode json = EnrollmentView.of(enrollment);
    return enrollment.subjectData() == null ? json : json.setAll(enrollment.subjectData().json());
  }
}
