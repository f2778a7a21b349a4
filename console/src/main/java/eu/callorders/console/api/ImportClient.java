package eu.callorders.console.api;

import eu.callorders.client.CallOrderClient;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.bulk.ImportPreview;
import eu.callorders.client.bulk.ImportReport;
import eu.callorders.client.bulk.OrderImport;
import eu.callorders.console.api.RefreshingTokenSource.NoTokenException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/** Sends the rows of a file of orders. Calls block. */
public final class ImportClient {
  private static final int CONCURRENCY = 8;

  private final CallOrderClient client;
  private final InstantSource clock;
  private final Function<Exception, Failure> failures;

  ImportClient(CallOrderClient client, InstantSource clock, Function<Exception, Failure> failures) {
    this.client = client;
    this.clock = clock;
    this.failures = failures;
  }

  /** Asks the service what would become of the checked rows. */
  public ImportPreview preview(OrderImport orders)
      throws ApiException, IOException, InterruptedException {
    try {
      return orders.preview(client, CONCURRENCY);
    } catch (eu.callorders.client.api.ApiException | UnreachableException | NoTokenException e) {
      throw new ApiException(failures.apply(e));
    }
  }

  /** Creates the orders; retries for minutes while the service is unreachable. */
  public ImportReport run(OrderImport orders, Path result)
      throws IOException, InterruptedException {
    return orders.run(client, result, clock, CONCURRENCY);
  }

  /** Why an import ended before its last row. */
  public Optional<Failure> failure(ImportReport report) {
    return Optional.ofNullable(report.cause()).map(failures);
  }
}
