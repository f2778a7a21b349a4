package eu.callorders.server.cli.suppressions;

import eu.callorders.client.api.ListSuppressionsQuery;
import eu.callorders.client.api.Operations;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.cli.client.PageOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code suppressions list}. */
@Command(
    name = "list",
    description = "Lists do-not-call entries, the newest first.",
    footer = {"", "Example:", "  call-orders suppressions list --source in_call_request"})
public final class ListSuppressionsCommand extends ApiCommand {
  private static final String[] COLUMNS = {
    "id", "phone", "subject_reference", "source", "reason", "created_at"
  };

  @Option(names = "--phone", paramLabel = "NUMBER", description = "Only entries of this number.")
  private @Nullable String phone;

  @Option(
      names = "--subject-reference",
      paramLabel = "TEXT",
      description = "Only entries of this person.")
  private @Nullable String subject;

  @Option(names = "--source", paramLabel = "SOURCE", description = "Only entries of this source.")
  private @Nullable String source;

  @Mixin private final PageOptions page = new PageOptions();

  @Override
  protected int run(ApiSession session) {
    ListSuppressionsQuery query = ListSuppressionsQuery.all().limit(page.limit());
    String after = page.after();
    query = after == null ? query : query.after(after);
    query = phone == null ? query : query.phone(phone);
    query = subject == null ? query : query.subjectReference(subject);
    query = source == null ? query : query.source(source);
    session.print(session.send(Operations.listSuppressions(query)), COLUMNS);
    return DONE;
  }
}
