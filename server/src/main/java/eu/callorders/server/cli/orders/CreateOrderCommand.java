package eu.callorders.server.cli.orders;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orders create}. */
@Command(
    name = "create",
    description = "Creates a call order from a JSON file, or from the standard input (-).",
    footer = {"", "Example:", "  call-orders orders create order.json"})
public final class CreateOrderCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "The body of the order; - for input.")
  private Path file = Path.of("");

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Repeating the command with the same key creates no second order.")
  private @Nullable String key;

  @Override
  protected int run(ApiSession session) throws IOException {
    ApiRequest<JsonNode> request =
        ApiRequest.of("POST", "/v1/call-orders", new TypeReference<JsonNode>() {})
            .withBody(document(file));
    JsonNode order = session.send(key == null ? request : request.withIdempotencyKey(key));
    session.print(session.asJson() ? order : OrderSummary.of(order));
    return DONE;
  }
}
