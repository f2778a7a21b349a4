package eu.callorders.server.enrollment;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.tenant.TenantPhone;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

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

  static Future<Void> insert(SqlConnection connection, List<Enrollment> enrollments) {
    return change(connection, INSERT, enrollments);
  }

  static Future<Void> delete(SqlConnection connection, List<Enrollment> ended) {
    return change(connection, DELETE, ended);
  }

  private static Future<Void> change(
      SqlConnection connection, String statement, List<Enrollment> enrollments) {
    List<UUID> tenants = new ArrayList<>();
    List<String> phones = new ArrayList<>();
    List<UUID> ids = new ArrayList<>();
    for (Enrollment enrollment : enrollments) {
      for (TenantPhone phone : enrollment.phones()) {
        tenants.add(phone.tenantId());
        phones.add(phone.phone().e164());
        ids.add(enrollment.id());
      }
    }
    return ids.isEmpty()
        ? Future.succeededFuture()
        : connection
            .preparedQuery(statement)
            .execute(
                RowMapper.columns(
                    tenants.toArray(UUID[]::new),
                    phones.toArray(String[]::new),
                    ids.toArray(UUID[]::new)))
            .mapEmpty();
  }
}
