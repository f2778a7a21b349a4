package eu.callorders.server.suppression;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.list.ListStatement;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Queries entries for a list, newest first. */
public final class SuppressionQuery {
  private static final String COLUMNS =
      "id, tenant_id, phone, subject_reference, source, reason, call_id, created_at";

  static final String ALL = statement("", "true");

  static final String OF_SOURCE = statement("AND source = $5", "true");

  static final String OF_PHONE =
      statement(
          "AND phone = $5",
          "($6::text IS NULL OR subject_reference = $6) AND ($7::text IS NULL OR source = $7)");

  static final String OF_SUBJECT =
      statement("AND subject_reference = $5", "$6::text IS NULL OR source = $6");

  private SuppressionQuery() {}

  private static String statement(String range, String matches) {
    return ListStatement.of(COLUMNS, "suppression", range, matches);
  }

  /** List filter; null matches everything. */
  public record Filter(
      @Nullable PhoneNumber phone, @Nullable String subjectReference, @Nullable String source) {

    public static Filter of(ApiRequest request) {
      return new Filter(
          request.queryParameter("phone").map(PhoneNumber::new).orElse(null),
          request.query().get("subject_reference"),
          request.query().get("source"));
    }
  }

  /** The next entries after a position; null starts at the newest. */
  public static Future<ListRows<Suppression>> find(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int limit) {
    Tuple arguments = ListStatement.parameters(tenantId, after, null, limit);
    return connection
        .preparedQuery(statement(filter, arguments))
        .execute(arguments)
        .map(rows -> ListStatement.read(rows, SuppressionStore::read));
  }

  /** The statement for a filter; appends its last arguments. */
  private static String statement(Filter filter, Tuple arguments) {
    if (filter.phone() != null) {
      arguments.addValue(filter.phone().e164());
      arguments.addValue(filter.subjectReference()).addValue(filter.source());
      return OF_PHONE;
    }
    if (filter.subjectReference() != null) {
      arguments.addValue(filter.subjectReference()).addValue(filter.source());
      return OF_SUBJECT;
    }
    if (filter.source() != null) {
      arguments.addValue(filter.source());
      return OF_SOURCE;
    }
    return ALL;
  }
}
