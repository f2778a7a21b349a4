package eu.callorders.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.problem.FieldError;
import io.vertx.core.Future;
import java.util.List;

/**
 * One operation of the contract. The binder has checked path, token, rate, scope, media types and
 * the request against the contract before it calls {@link #handle}.
 */
public interface Operation {

  /** The contract's {@code operationId}, for example {@code createCallOrder}. */
  String operationId();

  /**
   * Refuses callers whose tenant lacks the feature ({@code feature_not_enabled}), or anybody when
   * there is no room: asked after the scope and before the body is looked at.
   */
  default Future<Void> admit(Caller caller) {
    return Future.succeededFuture();
  }

  /**
   * Faults of a body that the schema cannot tell, to be told together with those that it can. The
   * body may break the schema: what cannot be judged then is left out.
   */
  default List<FieldError> faults(JsonNode body) {
    return List.of();
  }

  /**
   * Whether {@link #handle} tells {@link #faults} of a body that keeps the schema, because there is
   * more to tell with them that only the database knows.
   */
  default boolean tellsFaultsItself() {
    return false;
  }

  /** Whether its answers have no small bound of bytes; {@link PagePacer} then paces them. */
  default boolean hasLargePages() {
    return false;
  }

  /**
   * Permits of {@link TenantSemaphore} that a request needs: about one for each half of a
   * millisecond of a processor. A large body needs more.
   */
  default int permits() {
    return hasLargePages() ? Page.PERMITS : 16;
  }

  /**
   * Answers one request. A refusal is a future failed with {@link
   * eu.callorders.core.problem.ProblemException}, or a {@link Reply#problem}; anything else that
   * fails is a bug or broken I/O and becomes a 500 or 503.
   */
  Future<Reply> handle(ApiRequest request);
}
