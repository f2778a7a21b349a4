package eu.callorders.server.cli.signals;

import eu.callorders.server.cli.client.ApiCommandGroup;
import picocli.CommandLine.Command;

/** {@code signals ...}. */
@Command(
    name = "signals",
    description = "Sends signals, which start and end enrollments.",
    subcommands = {SendSignalCommand.class},
    footer = {"", "Example:", "  call-orders signals send signal.json"})
public final class SignalsCommand extends ApiCommandGroup {}
