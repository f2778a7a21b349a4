package eu.callorders.server.cli.calls;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.Operations;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code calls transcript}. */
@Command(
    name = "transcript",
    description = "Shows who said what in a call.",
    footer = {"", "Example:", "  call-orders calls transcript call_01m7wchrbjf3tshmke2mfkvvd4"})
public final class TranscriptCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The call.")
  private String id = "";

  @Override
  protected int run(ApiSession session) {
    JsonNode transcript = session.send(Operations.getCallTranscript(id));
    if (session.asJson()) {
      session.print(transcript);
      return DONE;
    }
    for (JsonNode turn : transcript.path("turns")) {
      session.out().printf("%-8s  %s%n", turn.path("speaker").asText(), turn.path("text").asText());
    }
    if (!transcript.path("complete").asBoolean()) {
      session.err().println("Turns of this transcript are missing.");
    }
    return DONE;
  }
}
