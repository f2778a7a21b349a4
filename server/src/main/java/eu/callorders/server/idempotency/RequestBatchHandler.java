package eu.callorders.server.idempotency;

import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Set;

/**
 * Handles requests together or alone, with the same result for each request.
 *
 * @param <P> a request that is prepared for its handler
 */
public interface RequestBatchHandler<P> {
  /** Does the work that needs no transaction, on the event loop of the request's connection. */
  P prepare(ApiRequest request);

  /** Estimated number of locks that a request acquires. */
  int locks(P prepared);

  /**
   * Handles the requests that need not wait for locks, in a transaction that sees every tenant;
   * writes nothing for the others and for rejected ones.
   *
   * @param requests those to lock and load at once
   * @param firstTime those to handle; the others have a stored response
   */
  Future<PendingReplies> handleBatch(
      SqlConnection connection, List<P> requests, Future<Set<ApiRequest>> firstTime);

  /** Handles one request, waiting for its locks. */
  Future<Reply> handleOne(SqlConnection connection, P request);
}
