package eu.callorders.client.examples;

import eu.callorders.client.CallOrderClient;
import eu.callorders.client.model.CallOrder;
import eu.callorders.client.model.CallOrderPatch;
import eu.callorders.client.model.SchedulingPatch;

/** Edits an order with its ETag. */
public final class EditWithEtag {
  private EditWithEtag() {}

  public static CallOrder run(CallOrderClient client, String orderId) {
    // Reads the order, sends the change with its ETag in If-Match, and starts over after a 412.
    return client.updateCallOrder(
        orderId,
        order ->
            CallOrderPatch.builder()
                .scheduling(
                    SchedulingPatch.builder()
                        .maxAttempts(order.scheduling().maxAttempts() + 1)
                        .resetLocalCallTimes()
                        .build())
                .build());
  }
}
