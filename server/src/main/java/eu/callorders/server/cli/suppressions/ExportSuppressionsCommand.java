package eu.callorders.server.cli.suppressions;

import eu.callorders.client.api.ListSuppressionsQuery;
import eu.callorders.client.api.Operations;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code suppressions export}. */
@Command(
    name = "export",
    description = {
      "Prints all do-not-call entries as CSV, which `suppressions import` reads.",
      "With --json an entry is a line of JSON."
    },
    footer = {"", "Example:", "  call-orders suppressions export > suppressions.csv"})
public final class ExportSuppressionsCommand extends ApiCommand {
  private static final List<String> COLUMNS =
      List.of("phone", "subject_reference", "scope", "reason", "source", "created_at", "id");
  private static final long PAGE = 100;

  @Override
  protected int run(ApiSession session) {
    ListSuppressionsQuery query = ListSuppressionsQuery.all().limit(PAGE);
    session.export(Operations.listSuppressions(query), COLUMNS, entry -> entry);
    return DONE;
  }
}
