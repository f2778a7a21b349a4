package eu.callorders.server.cli.orders;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.Operations;
import eu.callorders.client.model.CancelInput;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orders cancel}. */
@Command(
    name = "cancel",
    description = "Cancels a call order that has not been dialed yet.",
    footer = {"", "Example:", "  call-orders orders cancel ord_01m7wchrbjf3tshmke2mfkvvd4"})
public final class CancelOrderCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The order.")
  private String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it is kept on the order.")
  private @Nullable String reason;

  @Override
  protected int run(ApiSession session) {
    CancelInput body = reason == null ? null : CancelInput.builder().reason(reason).build();
    JsonNode order = session.send(Operations.cancelCallOrder(id, body));
    session.print(session.asJson() ? order : OrderSummary.of(order));
    return DONE;
  }
}
