package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.OrderDocumentReader;
import eu.callorders.server.order.SubjectContact;
import eu.callorders.server.tenant.TenantSubject;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.Map;

/**
 * Data of a subject, of a single signal or order, never merged from several.
 *
 * @param json {@code subject}, {@code contacts} and {@code context}
 */
public record SubjectData(ObjectNode json) {
  static final String NEWEST =
      """
      SELECT requested.tenant_id, requested.subject_reference, newest.subject_data
        FROM unnest($1::uuid[], $2::text[]) AS requested (tenant_id, subject_reference)
       CROSS JOIN LATERAL (
             SELECT subject_data
               FROM ((SELECT s.subject_data::text AS subject_data, s.received_at AS known_at
                        FROM signal s
                       WHERE s.tenant_id = requested.tenant_id
                         AND s.subject_reference = requested.subject_reference
                         AND s.subject_data_complete
                         AND s.subject_data IS NOT NULL
                       ORDER BY s.received_at DESC, s.id DESC
                       LIMIT 1)
                     UNION ALL
                     (SELECT json_build_object('subject', b.document -> 'subject',
                                               'contacts', b.document -> 'contacts',
                                               'context', b.document -> 'context')::text,
                             o.created_at
                        FROM call_order o
                        JOIN call_order_body b ON b.order_id = o.id
                       WHERE o.tenant_id = requested.tenant_id
                         AND o.subject_reference = requested.subject_reference
                         AND b.document -> 'subject' IS NOT NULL
                         AND b.document -> 'contacts' IS NOT NULL
                         AND b.document -> 'context' IS NOT NULL
                       ORDER BY o.created_at DESC, o.id DESC
                       LIMIT 1)) AS candidate
              ORDER BY known_at DESC
              LIMIT 1) AS newest
      """;

  public SubjectContact contact() {
    return OrderDocumentReader.contact(json);
  }

  /** The newest complete data of each subject; absent if there is none. */
  static Future<Map<TenantSubject, SubjectData>> loadNewest(
      SqlConnection connection, Collection<TenantSubject> subjects) {
    if (subjects.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return BatchStatement.of(NEWEST, subjects)
        .uuids(TenantSubject::tenantId)
        .strings(TenantSubject::subjectReference)
        .execute(connection)
        .map(
            RowMapper.toMap(
                row -> new TenantSubject(row.getUUID(0), row.getString(1)),
                row -> new SubjectData((ObjectNode) Json.parse(row.getString(2)))));
  }
}
