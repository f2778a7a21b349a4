package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Reply;
import java.util.List;

/**
 * What is lost with an endpoint.
 *
 * @param waiting deliveries that it would still get
 * @param more whether there are even more than those
 */
record DeletionImpact(int waiting, boolean more) {
  private static final List<String> WAITING = List.of("pending", "retrying");
  private static final int NOT_FOUND = 404;

  static DeletionImpact weigh(ApiClient api, String endpointId) throws ApiException {
    int waiting = 0;
    boolean more = false;
    for (String status : WAITING) {
      Query query = DeliveryFilter.ofEndpoint(endpointId).query().and("status", status);
      Page<?> page = api.page(DeliveryFilter.PATH, query, DeliveryFilter.PAGE, "");
      waiting += page.rows().size();
      more |= page.hasMore();
    }
    return new DeletionImpact(waiting, more);
  }

  /** Deletes an endpoint; one that is gone already is as good. */
  static Reply delete(ApiClient api, String path) throws ApiException {
    try {
      return api.delete(path);
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Refused no && no.problem().status() == NOT_FOUND) {
        return new Reply(NOT_FOUND, MissingNode.getInstance(), "");
      }
      throw e;
    }
  }
}
