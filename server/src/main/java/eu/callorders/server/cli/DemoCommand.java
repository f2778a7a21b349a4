package eu.callorders.server.cli;

import eu.callorders.server.app.Node;
import eu.callorders.server.cli.demo.DemoClient;
import eu.callorders.server.cli.demo.DemoRunner;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.InvalidConfigException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code demo}: starts the sandbox, places orders and prints their events. */
@Command(
    name = "demo",
    description = "Starts the sandbox, places orders to magic numbers and prints what happens.")
public final class DemoCommand implements Callable<Integer> {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    Config config = CommandLine.parent(parent).config();
    if (config.isLive() || !config.demo()) {
      throw new InvalidConfigException(
          List.of("CALLORDERS_DEMO: demo needs the sandbox and its demo tenant"));
    }
    PrintWriter out = CommandLine.out(spec);
    try (Node node = Node.start(config)) {
      out.println("ready");
      try (DemoClient client = DemoClient.of(config.dataDirectory())) {
        new DemoRunner(client, out).run();
      }
      out.print(node.banner());
      out.println("The service keeps running; Ctrl-C stops it.");
      out.flush();
      node.awaitClose();
    }
    return CommandLine.SUCCESS;
  }
}
