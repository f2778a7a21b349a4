package eu.callorders.server.promise;

import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.list.ListStatement;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Queries promises for a list, newest first. */
public final class PromiseQuery {
  static final String ALL = statement("", "true");

  static final String OF_STATUS = statement("AND status = $5", "true");

  static final String OF_SUBJECT =
      statement("AND subject_reference = $5", "$6::text IS NULL OR status = $6");

  private PromiseQuery() {}

  private static String statement(String range, String matches) {
    return ListStatement.of(PromiseStore.COLUMNS, "promise", range, matches);
  }

  /** List filter; null matches everything. */
  public record Filter(@Nullable String subjectReference, @Nullable String status) {

    public static Filter of(ApiRequest request) {
      return new Filter(request.query().get("subject_reference"), request.query().get("status"));
    }
  }

  /** The next promises after a position; null starts at the newest. */
  public static Future<ListRows<CallPromise>> find(
      SqlConnection connection, UUID tenantId, Filter filter, @Nullable Position after, int limit) {
    Tuple arguments = ListStatement.parameters(tenantId, after, null, limit);
    return connection
        .preparedQuery(statement(filter, arguments))
        .execute(arguments)
        .map(rows -> ListStatement.read(rows, PromiseStore::read));
  }

  /** The statement for a filter; appends its last arguments. */
  private static String statement(Filter filter, Tuple arguments) {
    if (filter.subjectReference() != null) {
      arguments.addValue(filter.subjectReference()).addValue(filter.status());
      return OF_SUBJECT;
    }
    if (filter.status() != null) {
      arguments.addValue(filter.status());
      return OF_STATUS;
    }
    return ALL;
  }
}
