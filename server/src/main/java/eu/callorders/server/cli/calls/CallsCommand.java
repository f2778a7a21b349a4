package eu.callorders.server.cli.calls;

import eu.callorders.server.cli.client.ApiCommandGroup;
import picocli.CommandLine.Command;

/** {@code calls ...}. */
@Command(
    name = "calls",
    description = "Shows calls.",
    subcommands = {TranscriptCommand.class},
    footer = {"", "Example:", "  call-orders calls transcript call_01m7wchrbjf3tshmke2mfkvvd4"})
public final class CallsCommand extends ApiCommandGroup {}
