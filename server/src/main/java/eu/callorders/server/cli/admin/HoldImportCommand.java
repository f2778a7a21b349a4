package eu.callorders.server.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.files.InvalidFileException;
import eu.callorders.client.files.RowLimitReader;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.io.LineNumberReader;
import java.io.PrintWriter;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Places the holds of a file, in parts. A repeated run changes nothing that stands. */
@Command(
    name = "import",
    description = {
      "Places the holds of a file: one JSON object in each line, as `holds create` takes it.",
      "Stops at the first line that is refused; the parts before it are placed. A second run is"
          + " safe."
    })
final class HoldImportCommand implements Callable<Integer> {
  /** As the contract permits. */
  private static final int PART = 100;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "TENANT_ID",
      description = "Identifier of the tenant, `tn_...`.")
  private String tenantId = "";

  @Parameters(index = "1", paramLabel = "FILE", description = "File with a hold in each line.")
  private Path file = Path.of("");

  private final GlobalOptions options;
  private int created;
  private int existing;

  HoldImportCommand(GlobalOptions options) {
    this.options = options;
  }

  @Override
  public Integer call() throws IOException {
    picocli.CommandLine command = Objects.requireNonNull(spec).commandLine();
    try (AdminClient client = options.connect();
        RowLimitReader rows = new RowLimitReader(Files.newBufferedReader(file), file.toString());
        LineNumberReader lines = new LineNumberReader(rows)) {
      read(client, rows, lines);
    } catch (InvalidFileException e) {
      throw new ParameterException(command, String.valueOf(e.getMessage()));
    } catch (MalformedInputException e) {
      throw new ParameterException(command, file + " is not UTF-8; convert it.");
    }
    PrintWriter out = command.getOut();
    out.println(
        options.asJson()
            ? Json.object().put("created", created).put("existing", existing).toPrettyString()
            : created + " holds placed, " + existing + " stood already");
    out.flush();
    return 0;
  }

  private void read(AdminClient client, RowLimitReader rows, LineNumberReader lines)
      throws IOException {
    ArrayNode part = Json.array();
    int first = 1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int next = lines.getLineNumber() + 1;
      rows.beginRow(next);
      if (!line.isBlank()) {
        part.add(hold(line, next - 1));
      }
      if (part.size() == PART) {
        send(client, part, first, next - 1);
        part = Json.array();
        first = next;
      }
    }
    if (!part.isEmpty()) {
      send(client, part, first, lines.getLineNumber());
    }
  }

  private static JsonNode hold(String line, int number) {
    try {
      return Json.parse(line);
    } catch (RuntimeException malformed) {
      throw new IllegalStateException("line " + number + " is no JSON object", malformed);
    }
  }

  private void send(AdminClient client, ArrayNode part, int first, int last) {
    ObjectNode body = Json.object().set("holds", part);
    try {
      JsonNode result =
          Json.parse(
              client.send(
                  "POST", "/admin/v1/tenants/" + tenantId + "/hold-imports", Map.of(), body));
      created += result.path("created").asInt();
      existing += result.path("existing").asInt();
    } catch (AdminRequestException refused) {
      throw new AdminRequestException(
          "lines " + first + " to " + last + ": " + refused.getMessage(), refused.isTemporary());
    }
  }
}
