package eu.callorders.server.cli.orders;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.bulk.ImportPlan;
import eu.callorders.client.bulk.ImportPreview;
import eu.callorders.client.bulk.ImportReport;
import eu.callorders.client.bulk.OrderImport;
import eu.callorders.client.files.InvalidFileException;
import eu.callorders.client.files.OrderFile;
import eu.callorders.server.cli.client.ApiCommand;
import eu.callorders.server.cli.client.ApiSession;
import eu.callorders.server.cli.client.ConnectionFinder.UnknownConnectionException;
import eu.callorders.server.cli.imports.OrderCheck;
import eu.callorders.server.cli.imports.PreviewFormatter;
import eu.callorders.server.cli.imports.ProgressLine;
import eu.callorders.server.contract.Contract;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code orders import}. */
@Command(
    name = "import",
    description = {
      "Creates an order of each row of a CSV file, or of each line of a .jsonl file. All rows are"
          + " checked before the first is sent.",
      "The result file holds the order or the problem of each row. Repeat the command with it, also"
          + " with a corrected file: rows that are orders already are never sent again.",
      "Give the rows a client_reference if the file will be corrected. While rows that became"
          + " orders are missing from it, new rows without a reference are held back: each may be"
          + " one of the missing ones, edited.",
      "Exit code 1 when any row was refused, faulty, changed or held back."
    },
    footer = {
      "",
      "Example:",
      "  call-orders orders import --set order_type=payment_reminder --country DE claims.csv"
    })
public final class ImportOrdersCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "FILE", description = "The file, .csv or .jsonl.")
  private @Nullable Path file;

  @Option(
      names = "--check",
      description =
          "Checks all rows, creates nothing, and says how many the service would refuse, defer or"
              + " hold, why, and on which days the others are called.")
  private boolean check;

  @Option(
      names = "--result",
      paramLabel = "FILE",
      description = "The result file; by default beside the file, with the ending .result.jsonl.")
  private @Nullable Path result;

  @Option(
      names = "--map",
      paramLabel = "COLUMN=PATH",
      description = "Fills a member, such as subject.reference; an empty path ignores the column.")
  private Map<String, String> mapping = new LinkedHashMap<>();

  @Option(
      names = "--set",
      paramLabel = "PATH=VALUE",
      description = "The same value for all rows, such as order_type=payment_reminder.")
  private Map<String, String> constants = new LinkedHashMap<>();

  @Option(
      names = "--country",
      paramLabel = "CODE",
      description = "Reads local phone numbers and amounts as in this country, such as DE.")
  private @Nullable String country;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description = "Of the file, such as windows-1252; by default UTF-8.")
  private @Nullable Charset encoding;

  @Option(
      names = "--delimiter",
      paramLabel = "CHARACTER",
      description = "Of the cells; by default the one that the header has most often.")
  private @Nullable Character delimiter;

  @Option(
      names = "--concurrency",
      paramLabel = "N",
      defaultValue = "64",
      description = "Requests at once (${DEFAULT-VALUE}); the rate limit is kept in any case.")
  private int concurrency;

  @Override
  protected int run(ApiSession session) throws IOException, InterruptedException {
    Path source = Objects.requireNonNull(file);
    if (!Files.isReadable(source)) {
      throw usage("There is no file " + source + ".");
    }
    requireConcurrency(concurrency);
    Path state = result == null ? Path.of(source + ".result.jsonl") : result;
    ProgressLine progress = new ProgressLine(session.err(), isTerminal());
    OrderImport orders =
        new OrderImport(orderFile(source).rows(), new OrderCheck(Contract.load()), progress);
    try {
      return check
          ? checked(session, orders, state, progress)
          : imported(
              session,
              orders.run(session.client(), state, InstantSource.system(), concurrency),
              state,
              progress);
    } catch (InvalidFileException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  private OrderFile orderFile(Path source) {
    String region = country == null ? null : country.toUpperCase(Locale.ROOT);
    OrderFile orders = new OrderFile(source, encoding, delimiter, region, mapping, constants);
    boolean isChanged = !mapping.isEmpty() || !constants.isEmpty();
    if (orders.isJsonLines() && (isChanged || country != null || delimiter != null)) {
      throw usage(
          "A file of JSON Lines takes no --map, --set, --country and --delimiter: each line is the"
              + " complete body of an order.");
    }
    return orders;
  }

  @SuppressWarnings("SystemConsoleNull") // it is null again in Java 25, outside of a terminal
  private static boolean isTerminal() {
    return System.console() != null && System.console().isTerminal();
  }

  private int checked(ApiSession session, OrderImport orders, Path state, ProgressLine progress)
      throws IOException, InterruptedException {
    ImportPlan plan = orders.check(state);
    ImportPreview preview = null;
    try {
      preview = orders.preview(session.client(), concurrency);
    } catch (UnknownConnectionException e) {
      session
          .err()
          .println("Without a service there is no preview of the calls. " + e.getMessage());
    } catch (ApiException | UnreachableException e) {
      print(session, plan, null, progress);
      throw e;
    }
    print(session, plan, preview, progress);
    boolean refused = preview != null && preview.refused() > 0;
    int notSent = plan.faulty() + plan.changed() + plan.heldBack();
    return notSent == 0 && !refused ? DONE : REFUSED;
  }

  private static void print(
      ApiSession session, ImportPlan plan, @Nullable ImportPreview preview, ProgressLine progress) {
    ObjectNode document = document(plan);
    document.set("faults", progress.faults());
    if (preview != null) {
      document.set("preview", PreviewFormatter.json(preview));
    }
    session.printLine(
        document,
        preview == null ? text(plan) : text(plan) + "\n" + PreviewFormatter.text(preview));
  }

  private static int imported(
      ApiSession session, ImportReport report, Path state, ProgressLine progress) {
    ObjectNode document =
        document(report.plan())
            .put("accepted", report.accepted())
            .put("refused", report.refused())
            .put("stopped", report.stopped())
            .put("result_file", state.toString());
    document.set("faults", progress.faults());
    session.printLine(
        document,
        "%s%naccepted %d, refused %d; the result file is %s"
            .formatted(text(report.plan()), report.accepted(), report.refused(), state));
    Exception cause = report.cause();
    if (cause != null) {
      session.remark(
          "The import has stopped: %s Repeat the command to continue; no row becomes two orders."
              .formatted(explanation(session, cause)));
    }
    if (report.isUnreachable()) {
      return UNREACHABLE;
    }
    return report.isComplete() ? DONE : REFUSED;
  }

  private static String explanation(ApiSession session, Exception cause) {
    return switch (cause) {
      case ApiException refusal -> session.explain(refusal);
      case UnreachableException failure -> session.explain(failure);
      default -> String.valueOf(cause.getMessage());
    };
  }

  private static ObjectNode document(ImportPlan plan) {
    return Json.object()
        .put("rows", plan.rows())
        .put("to_send", plan.toSend())
        .put("done", plan.done())
        .put("changed", plan.changed())
        .put("held_back", plan.heldBack())
        .put("faulty", plan.faulty());
  }

  private static String text(ImportPlan plan) {
    return ("%d rows: %d to send, %d accepted earlier (%d of them changed since), %d held back,"
            + " %d faulty")
        .formatted(
            plan.rows(),
            plan.toSend(),
            plan.done(),
            plan.changed(),
            plan.heldBack(),
            plan.faulty());
  }
}
