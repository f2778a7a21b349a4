package eu.callorders.server.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.app.RunningTenant;
import eu.callorders.server.cli.CommandLine;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;

/**
 * The result of a command.
 *
 * @param out standard output
 * @param err standard error
 */
public record ClientCommandRun(int exit, String out, String err) {

  /** The variables that name a tenant of the tests. */
  public static Map<String, String> environment(String apiUrl, RunningTenant tenant) {
    return Map.of(
        "CALLORDERS_API_URL", apiUrl,
        "CALLORDERS_CLIENT_ID", tenant.clientId(),
        "CALLORDERS_CLIENT_SECRET", tenant.clientSecret());
  }

  public static ClientCommandRun of(Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exit =
        CommandLine.of(environment)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new ClientCommandRun(exit, out.toString(), err.toString());
  }

  public JsonNode json() {
    return Json.parse(out);
  }
}
