package eu.callorders.server.cli.client;

import java.io.PrintWriter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code completion}: a script for bash and zsh. */
@Command(
    name = "completion",
    description = "Prints a script that completes commands and options in bash and zsh.",
    footer = {"", "Example:", "  source <(call-orders completion)"})
public final class CompletionCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    picocli.CommandLine root = Objects.requireNonNull(spec).root().commandLine();
    PrintWriter out = root.getOut();
    out.print(AutoComplete.bash("call-orders", root));
    out.flush();
  }
}
