package eu.callorders.server.http;

import io.vertx.core.Future;

/**
 * One operation of the contract. The binder has checked path, token, rate, scope, media types and
 * the request against the contract before it calls {@link #handle}.
 */
public interface Operation {

  /** The contract's {@code operationId}, for example {@code createCallOrder}. */
  String operationId();

  /**
   * Refuses callers whose tenant lacks the feature ({@code feature_not_enabled}): asked after the
   * scope and before the body is looked at.
   */
  default Future<Void> admit(Caller caller) {
    return Future.succeededFuture();
  }

  /**
   * Answers one request. A refusal is a future failed with {@link
   * eu.callorders.core.problem.Refusal}, or a {@link Reply#problem}; anything else that fails is a
   * bug or broken I/O and becomes a 500 or 503.
   */
  Future<Reply> handle(ApiRequest request);
}
