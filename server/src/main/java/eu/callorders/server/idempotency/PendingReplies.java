package eu.callorders.server.idempotency;

import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.IdentityHashMap;

/**
 * Replies of a batch, known before the database has answered the statements that write them.
 *
 * @param replies by request; none for requests that were left out
 * @param written fails when one of the statements fails
 */
public record PendingReplies(IdentityHashMap<ApiRequest, Reply> replies, Future<Void> written) {}
