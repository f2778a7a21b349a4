package eu.callorders.server.cli.suppressions;

import eu.callorders.client.api.Operations;
import eu.callorders.client.model.SuppressionInput;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code suppressions add}. */
@Command(
    name = "add",
    description = "Forbids calls to a number, a person, or both. Their open orders end.",
    footer = {
      "",
      "Example:",
      "  call-orders suppressions add --phone +493023125021 --reason \"Asked by letter\""
    })
public final class AddSuppressionCommand extends ApiCommand {
  @Option(names = "--phone", paramLabel = "NUMBER", description = "A number as E.164.")
  private @Nullable String phone;

  @Option(names = "--subject-reference", paramLabel = "TEXT", description = "A person.")
  private @Nullable String subject;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why; kept with the entry.")
  private @Nullable String reason;

  @Override
  protected int run(ApiSession session) {
    if (phone == null && subject == null) {
      throw usage("Name a number with --phone, or a person with --subject-reference.");
    }
    SuppressionInput entry = new SuppressionInput(phone, subject, null, reason);
    session.print(session.send(Operations.createSuppression(entry)));
    return DONE;
  }
}
