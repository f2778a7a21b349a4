package eu.callorders.server.cli.signals;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code signals send}. */
@Command(
    name = "send",
    description = {
      "Sends a signal from a JSON file, or from the standard input (-).",
      "With a `dedupe_key` that is known nothing is sent; the first signal is shown."
    },
    footer = {"", "Example:", "  call-orders signals send signal.json"})
public final class SendSignalCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "The body; - for input.")
  private Path file = Path.of("");

  @Override
  protected int run(ApiSession session) throws IOException {
    ApiRequest<JsonNode> request =
        ApiRequest.of("POST", "/v1/signals", new TypeReference<JsonNode>() {});
    session.print(session.send(request.withBody(document(file))));
    return DONE;
  }
}
