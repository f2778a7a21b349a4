package eu.callorders.server.predial;

import eu.callorders.core.predial.PredialReply;
import io.vertx.core.Future;

/** Asks the clients of tenants. */
public interface PredialEndpoint {

  /**
   * Sends a question once. Does not block.
   *
   * @return never fails; completes within the timeout of the tenant's check
   */
  Future<PredialReply> ask(PredialQuestion question);
}
