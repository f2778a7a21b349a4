package eu.callorders.client.examples;

import eu.callorders.client.CallOrderClient;
import eu.callorders.client.api.ApiResponse;
import eu.callorders.client.api.Operations;
import eu.callorders.client.bulk.BulkSender;
import eu.callorders.client.model.Suppression;
import eu.callorders.client.model.SuppressionInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Imports a file of phone numbers into the do-not-call list, within the rate limit. */
public final class ImportSuppressions {
  private ImportSuppressions() {}

  public static int run(CallOrderClient client, Path phones)
      throws IOException, InterruptedException {
    List<CompletableFuture<ApiResponse<Suppression>>> responses = new ArrayList<>();
    try (BulkSender bulk = new BulkSender(client, 16)) {
      for (String phone : Files.readAllLines(phones)) {
        SuppressionInput entry =
            SuppressionInput.builder().phone(phone).reason("Asked by letter").build();
        responses.add(bulk.send(Operations.createSuppression(entry)));
      }
    }
    // 201 for a new entry, 200 for one that existed; an exception for a refused number.
    return (int) responses.stream().filter(each -> !each.isCompletedExceptionally()).count();
  }
}
