package eu.callorders.server.cli.orders;

import eu.callorders.server.cli.client.ApiCommandGroup;
import picocli.CommandLine.Command;

/** {@code orders ...}: call orders by hand. */
@Command(
    name = "orders",
    description = "Creates, lists, shows, cancels, watches, imports and exports call orders.",
    subcommands = {
      CreateOrderCommand.class,
      ListOrdersCommand.class,
      GetOrderCommand.class,
      CancelOrderCommand.class,
      WatchOrderCommand.class,
      ImportOrdersCommand.class,
      ExportOrdersCommand.class
    },
    footer = {"", "Example:", "  call-orders orders list --status scheduled"})
public final class OrdersCommand extends ApiCommandGroup {}
