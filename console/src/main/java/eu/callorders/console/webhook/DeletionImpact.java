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
 * What the deletion of an endpoint discards.
 *
 * @param waiting number of deliveries not sent yet
 * @param isIncomplete whether there are more than counted
 */
record DeletionImpact(int waiting, boolean isIncomplete) {
  private static final List<String> WAITING = List.of("pending", "retrying");
  private static final int NOT_FOUND = 404;

  static DeletionImpact load(ApiClient api, String endpointId) throws ApiException {
    int waiting = 0;
    boolean more = false;
    for (String status : WAITING) {
      Query query = DeliveryFilter.ofEndpoint(endpointId).query().with("status", status);
      Page<?> page = api.page(DeliveryFilter.PATH, query, DeliveryFilter.PAGE_SIZE, "");
      waiting += page.rows().size();
      more |= page.hasMore();
    }
    return new DeletionImpact(waiting, more);
  }

  /** Deletes an endpoint; succeeds if it no longer exists. */
  static Reply delete(ApiClient api, String path) throws ApiException {
    try {
      return api.delete(path);
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Refused refused
          && refused.problem().status() == NOT_FOUND) {
        return new Reply(NOT_FOUND, MissingNode.getInstance(), "");
      }
      throw e;
    }
  }
}
