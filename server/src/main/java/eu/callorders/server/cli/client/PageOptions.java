package eu.callorders.server.cli.client;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of a command that prints one page of a list. */
public final class PageOptions {
  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "25",
      description = "Rows of the page, 100 at most (${DEFAULT-VALUE}).")
  private long limit;

  @Option(names = "--after", paramLabel = "CURSOR", description = "Continues after a page.")
  private @Nullable String after;

  public long limit() {
    return limit;
  }

  /** A cursor; null for the first page. */
  public @Nullable String after() {
    return after;
  }
}
