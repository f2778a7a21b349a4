package eu.callorders.server.cli;

import eu.callorders.server.app.Node;
import eu.callorders.server.cli.demo.DemoClient;
import eu.callorders.server.cli.demo.DemoRunner;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.InvalidConfigException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code demo}: places orders in a sandbox, which it starts if none is running. */
@Command(
    name = "demo",
    description = {
      "Places orders to magic numbers and prints what happens: in the sandbox that is running with"
          + " this data directory, else in one that it starts.",
      "The log of a sandbox that it starts goes to a file."
    },
    footer = {"", "Example:", "  call-orders demo"})
public final class DemoCommand implements Callable<Integer> {
  private static final String NEXT =
      """

      Try next:
        call-orders orders list               the orders of this demo
        call-orders trigger call_order.failed an order that leads to an event
        call-orders events tail               the events as they occur
        call-orders listen --forward URL      webhooks to a receiver on this machine
      """;

  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--json",
      description = "Prints the events as JSON Lines, and nothing else on the standard output.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException, IOException {
    Config config = CommandLine.parent(parent).config();
    if (config.isLive() || !config.demo()) {
      throw new InvalidConfigException(
          List.of("CALLORDERS_DEMO: demo needs the sandbox and its demo tenant"));
    }
    CommandSpec command = Objects.requireNonNull(spec);
    PrintWriter out = CommandLine.out(command);
    Optional<DemoClient> running = DemoClient.ofRunning(config.dataDirectory());
    if (running.isPresent()) {
      try (DemoClient client = running.get()) {
        run(client, out, Optional.empty());
      }
      return CommandLine.SUCCESS;
    }
    Path log = redirectLog();
    try (Node node = Node.start(config)) {
      try (DemoClient client = DemoClient.of(config.dataDirectory())) {
        run(client, out, node.demoClockMovedTo());
      }
      PrintWriter remarks = json ? command.commandLine().getErr() : out;
      remarks.println("The log is in " + log + ". The service keeps running; Ctrl-C stops it.");
      remarks.flush();
      node.awaitClose();
    }
    return CommandLine.SUCCESS;
  }

  private void run(DemoClient client, PrintWriter out, Optional<Instant> clockMovedTo) {
    DemoRunner demo = new DemoRunner(client, out, json);
    clockMovedTo.ifPresent(demo::sayClockMoved);
    demo.run();
    if (!json) {
      out.print(NEXT);
    }
    out.flush();
  }

  /** Must run before the first line is logged; messages of this command keep their stream. */
  private Path redirectLog() throws IOException {
    Objects.requireNonNull(spec).commandLine().getErr();
    Path log = Files.createTempFile("call-orders-demo-", ".log");
    System.setErr(new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8));
    return log;
  }
}
