package eu.callorders.server.cli.enrollments;

import eu.callorders.client.api.ListEnrollmentsQuery;
import eu.callorders.client.api.Operations;
import eu.callorders.client.model.EnrollmentStatus;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.cli.client.PageOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code enrollments list}. */
@Command(
    name = "list",
    description = "Lists enrollments, the newest first.",
    footer = {"", "Example:", "  call-orders enrollments list --status active"})
public final class ListEnrollmentsCommand extends ApiCommand {
  private static final String[] COLUMNS = {
    "id", "status", "sequence_key", "subject_reference", "current_step_id", "next_action_at"
  };

  @Option(names = "--status", paramLabel = "STATUS", description = "Only those in this status.")
  private @Nullable String status;

  @Option(names = "--sequence", paramLabel = "KEY", description = "Only those of this sequence.")
  private @Nullable String sequence;

  @Option(
      names = "--subject-reference",
      paramLabel = "TEXT",
      description = "Only those of this person.")
  private @Nullable String subject;

  @Mixin private final PageOptions page = new PageOptions();

  @Override
  protected int run(ApiSession session) {
    ListEnrollmentsQuery query = ListEnrollmentsQuery.all().limit(page.limit());
    String after = page.after();
    query = after == null ? query : query.after(after);
    query = status == null ? query : query.status(new EnrollmentStatus(status));
    query = sequence == null ? query : query.sequenceKey(sequence);
    query = subject == null ? query : query.subjectReference(subject);
    session.print(session.send(Operations.listEnrollments(query)), COLUMNS);
    return DONE;
  }
}
