package eu.callorders.server.cli.suppressions;

import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.json.Json;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code suppressions remove}. */
@Command(
    name = "remove",
    description = "Removes a do-not-call entry; one from an objection in a call stays.",
    footer = {"", "Example:", "  call-orders suppressions remove sup_01m7wchrbjf3tshmke2mfkvvd4"})
public final class RemoveSuppressionCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The entry.")
  private String id = "";

  @Override
  protected int run(ApiSession session) {
    session.client().deleteSuppression(id);
    session.printLine(Json.object().put("id", id).put("removed", true), "removed " + id);
    return DONE;
  }
}
