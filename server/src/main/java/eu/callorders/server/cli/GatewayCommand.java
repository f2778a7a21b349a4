package eu.callorders.server.cli;

import picocli.CommandLine.Command;

/** {@code gateway ...}: commands for the voice gateway. */
@Command(
    name = "gateway",
    description = "Commands for the voice gateway.",
    subcommands = GatewayTestCommand.class)
final class GatewayCommand extends CommandGroup {}
