package eu.callorders.server.cli.suppressions;

import eu.callorders.client.api.Operations;
import eu.callorders.client.bulk.BulkSender;
import eu.callorders.client.files.InvalidFileException;
import eu.callorders.client.files.SuppressionFile;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code suppressions import}. */
@Command(
    name = "import",
    description = {
      "Adds the do-not-call entries of a CSV file with the columns phone, subject_reference, scope"
          + " and reason. No entry is sent while a row is faulty.",
      "Entries that exist already stay as they are: repeat the command after an interruption.",
      "Exit code 1 when any row was refused."
    },
    footer = {"", "Example:", "  call-orders suppressions import --country DE numbers.csv"})
public final class ImportSuppressionsCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "The file.")
  private @Nullable Path file;

  @Option(names = "--check", description = "Checks all rows and sends nothing.")
  private boolean check;

  @Option(
      names = "--country",
      paramLabel = "CODE",
      description = "Reads local phone numbers as in this country, such as DE.")
  private @Nullable String country;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description = "Of the file, such as windows-1252; by default UTF-8.")
  private @Nullable Charset encoding;

  @Option(names = "--reason", paramLabel = "TEXT", description = "Of rows without a reason.")
  private @Nullable String reason;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "16",
      description = "Requests at once (${DEFAULT-VALUE}); the rate limit is kept in any case.")
  private int concurrency;

  @Override
  protected int run(ApiSession session) throws IOException, InterruptedException {
    Path source = Objects.requireNonNull(file);
    if (!Files.isReadable(source)) {
      throw usage("There is no file " + source + ".");
    }
    requireConcurrency(concurrency);
    String region = country == null ? null : country.toUpperCase(Locale.ROOT);
    SuppressionFile entries = new SuppressionFile(source, encoding, region, reason);
    ImportedEntries result = new ImportedEntries(session.err());
    try {
      entries.forEach((number, entry, fault) -> result.checked(number, fault));
      if (!check && result.faulty() == 0) {
        send(session, entries, result);
      }
    } catch (InvalidFileException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
    session.printLine(result.document(), result.text());
    if (result.isUnreachable()) {
      return UNREACHABLE;
    }
    return result.isComplete() ? DONE : REFUSED;
  }

  private void send(ApiSession session, SuppressionFile entries, ImportedEntries result)
      throws IOException, InterruptedException {
    try (BulkSender sender = new BulkSender(session.client(), concurrency)) {
      entries.forEach(
          (number, entry, fault) -> {
            if (!result.isStopped()) {
              var _ =
                  sender
                      .send(Operations.createSuppression(entry))
                      .whenComplete((answer, failure) -> result.sent(number, answer, failure));
            }
          });
    }
  }
}
