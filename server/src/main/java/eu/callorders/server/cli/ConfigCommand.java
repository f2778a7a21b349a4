package eu.callorders.server.cli;

import eu.callorders.server.config.ConfigListing;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code config}: shows the configuration without starting anything. */
@Command(
    name = "config",
    description = "Explains every key and shows its effective value; secrets are masked.")
final class ConfigCommand implements Runnable {
  @ParentCommand private @Nullable CommandLine parent;
  @Spec private @Nullable CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = CommandLine.out(spec);
    out.println(ConfigListing.of(CommandLine.parent(parent).config()));
    out.flush();
  }
}
