package eu.callorders.server.enrollment;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.database.BatchStatement;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.List;

/** Phones of running enrollments. */
final class EnrollmentPhoneStore {
  private static final String INSERT =
      """
      INSERT INTO enrollment_phone (tenant_id, phone, enrollment_id)
      SELECT tenant_id, phone, enrollment_id
        FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS new (tenant_id, phone, enrollment_id)
      """;

  static final String DELETE =
      """
      DELETE FROM enrollment_phone p
       USING unnest($1::uuid[], $2::text[], $3::uuid[]) AS ended (tenant_id, phone, enrollment_id)
       WHERE p.tenant_id = ended.tenant_id
         AND p.phone = ended.phone
         AND p.enrollment_id = ended.enrollment_id
      """;

  private EnrollmentPhoneStore() {}

  record PhoneOfEnrollment(Enrollment enrollment, PhoneNumber phone) {
    static List<PhoneOfEnrollment> listAll(Collection<Enrollment> enrollments) {
      return enrollments.stream()
          .flatMap(
              enrollment ->
                  enrollment.phones().stream()
                      .map(phone -> new PhoneOfEnrollment(enrollment, phone.phone())))
          .toList();
    }
  }

  static Future<Void> insert(SqlConnection connection, List<Enrollment> enrollments) {
    return change(connection, INSERT, enrollments);
  }

  static Future<Void> delete(SqlConnection connection, List<Enrollment> ended) {
    return change(connection, DELETE, ended);
  }

  private static Future<Void> change(
      SqlConnection connection, String statement, List<Enrollment> enrollments) {
    List<PhoneOfEnrollment> phones = PhoneOfEnrollment.listAll(enrollments);
    return phones.isEmpty()
        ? Future.succeededFuture()
        : BatchStatement.of(statement, phones)
            .uuids(each -> each.enrollment().tenantId())
            .strings(each -> each.phone().e164())
            .uuids(each -> each.enrollment().id())
            .execute(connection)
            .mapEmpty();
  }
}
