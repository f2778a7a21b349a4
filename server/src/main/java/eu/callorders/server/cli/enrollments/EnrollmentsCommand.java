package eu.callorders.server.cli.enrollments;

import eu.callorders.server.cli.client.ApiCommandGroup;
import picocli.CommandLine.Command;

/** {@code enrollments ...}. */
@Command(
    name = "enrollments",
    description = "Lists, shows, pauses, resumes and cancels enrollments.",
    subcommands = {
      ListEnrollmentsCommand.class,
      GetEnrollmentCommand.class,
      PauseEnrollmentCommand.class,
      ResumeEnrollmentCommand.class,
      CancelEnrollmentCommand.class
    },
    footer = {"", "Example:", "  call-orders enrollments list --status active"})
public final class EnrollmentsCommand extends ApiCommandGroup {}
