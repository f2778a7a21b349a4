package eu.callorders.server.cli.orders;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.nio.file.Files;
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
  private String file = "";

  @Option(
      names = "--idempotency-key",
      paramLabel = "KEY",
      description = "Repeating the command with the same key creates no second order.")
  private @Nullable String key;

  @Override
  protected int run(ApiSession session) throws IOException {
    ApiRequest<JsonNode> request =
        ApiRequest.of("POST", "/v1/call-orders", new TypeReference<JsonNode>() {}).withBody(body());
    JsonNode order = session.send(key == null ? request : request.withIdempotencyKey(key));
    session.print(session.asJson() ? order : OrderSummary.of(order));
    return DONE;
  }

  private JsonNode body() throws IOException {
    byte[] bytes = file.equals("-") ? System.in.readAllBytes() : Files.readAllBytes(Path.of(file));
    try {
      return Json.mapper().readTree(bytes);
    } catch (JsonProcessingException e) {
      throw usage("%s is no JSON: %s".formatted(file, e.getOriginalMessage()));
    }
  }
}
