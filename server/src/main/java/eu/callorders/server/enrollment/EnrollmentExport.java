package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;

/** The enrollments of one person, for whoever may see everything of the person. */
public final class EnrollmentExport {
  private static final String OF_SUBJECT =
      """
      SELECT id
        FROM enrollment
       WHERE tenant_id = $1 AND subject_reference = $2
       ORDER BY created_at, id
      """;

  private final EnrollmentStore enrollments;

  public EnrollmentExport(EnrollmentStore enrollments) {
    this.enrollments = enrollments;
  }

  /** As their owner sees them, with the copy of the person that each keeps; oldest first. */
  public Future<List<ObjectNode>> of(
      SqlConnection connection, UUID tenantId, String subjectReference) {
    return connection
        .preparedQuery(OF_SUBJECT)
        .execute(Tuple.of(tenantId, subjectReference))
        .map(rows -> rows.stream().map(row -> row.getUUID(0)).toList())
        .compose(ids -> enrollments.load(connection, ids))
        .map(found -> found.stream().map(EnrollmentExport::shown).toList());
  }

  private static ObjectNode shown(Enrollment enrollment) {
    ObjectNode json = EnrollmentView.of(enrollment);
    return enrollment.person() == null ? json : json.setAll(enrollment.person());
  }
}
