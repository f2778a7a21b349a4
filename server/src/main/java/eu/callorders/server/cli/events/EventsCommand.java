package eu.callorders.server.cli.events;

import eu.callorders.server.cli.client.ApiCommandGroup;
import picocli.CommandLine.Command;

/** {@code events ...}: the event feed. */
@Command(
    name = "events",
    description = "Follows the event feed.",
    subcommands = TailCommand.class,
    footer = {"", "Example:", "  call-orders events tail --types call_order.*"})
public final class EventsCommand extends ApiCommandGroup {}
