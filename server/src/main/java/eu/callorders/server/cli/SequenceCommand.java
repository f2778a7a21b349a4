package eu.callorders.server.cli;

import picocli.CommandLine.Command;

/** {@code sequence ...}: commands for sequences. */
@Command(
    name = "sequence",
    description = "Commands for sequences.",
    subcommands = SequencePreviewCommand.class)
final class SequenceCommand extends CommandGroup {}
