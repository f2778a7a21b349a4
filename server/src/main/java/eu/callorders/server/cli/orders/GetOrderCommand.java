package eu.callorders.server.cli.orders;

import eu.callorders.client.api.Operations;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code orders get}. */
@Command(
    name = "get",
    description = "Shows a call order with its calls and, once it has ended, its result.",
    footer = {"", "Example:", "  call-orders orders get ord_01m7wchrbjf3tshmke2mfkvvd4"})
public final class GetOrderCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The order.")
  private String id = "";

  @Override
  protected int run(ApiSession session) {
    session.print(session.send(Operations.getCallOrder(id)));
    return DONE;
  }
}
