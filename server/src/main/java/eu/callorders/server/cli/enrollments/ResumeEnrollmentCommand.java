package eu.callorders.server.cli.enrollments;

import eu.callorders.client.api.Operations;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code enrollments resume}. */
@Command(
    name = "resume",
    description = "Resumes a paused enrollment.",
    footer = {"", "Example:", "  call-orders enrollments resume enr_01m7wchrbjf3tshmke2mfkvvd4"})
public final class ResumeEnrollmentCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "ID", description = "The enrollment.")
  private String id = "";

  @Override
  protected int run(ApiSession session) {
    session.print(session.send(Operations.resumeEnrollment(id)));
    return DONE;
  }
}
