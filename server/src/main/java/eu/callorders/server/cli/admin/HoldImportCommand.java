package eu.callorders.server.cli.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
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
    try (AdminClient client = options.connect();
        BufferedReader lines = Files.newBufferedReader(file)) {
      read(client, lines);
    }
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    out.println(
        options.asJson()
            ? Json.object().put("created", created).put("existing", existing).toPrettyString()
            : created + " holds placed, " + existing + " stood already");
    out.flush();
    return 0;
  }

  private void read(AdminClient client, BufferedReader lines) throws IOException {
    ArrayNode part = Json.array();
    int number = 0;
    int first = 1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      if (!line.isBlank()) {
        part.add(hold(line, number));
      }
      if (part.size() == PART) {
        send(client, part, first, number);
        part = Json.array();
        first = number + 1;
      }
    }
    if (!part.isEmpty()) {
      send(client, part, first, number);
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
