package eu.callorders.server.cli.enrollments;

import eu.callorders.client.api.Operations;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code enrollments pause}. */
@Command(
    name = "pause",
    description = "Pauses an enrollment: no step begins until it is resumed.",
    footer = {"", "Example:", "  call-orders enrollments pause enr_01m7wchrbjf3tshmke2mfkvvd4"})
public final class PauseEnrollmentCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The enrollment.")
  private String id = "";

  @Override
  protected int run(ApiSession session) {
    session.print(session.send(Operations.pauseEnrollment(id)));
    return DONE;
  }
}
