package eu.callorders.server.cli.suppressions;

import eu.callorders.server.cli.client.ApiCommandGroup;
import picocli.CommandLine.Command;

/** {@code suppressions ...}. */
@Command(
    name = "suppressions",
    description = "Adds, lists, removes, imports and exports do-not-call entries.",
    subcommands = {
      AddSuppressionCommand.class,
      ListSuppressionsCommand.class,
      RemoveSuppressionCommand.class,
      ImportSuppressionsCommand.class,
      ExportSuppressionsCommand.class
    },
    footer = {"", "Example:", "  call-orders suppressions add --phone +493023125021"})
public final class SuppressionsCommand extends ApiCommandGroup {}
