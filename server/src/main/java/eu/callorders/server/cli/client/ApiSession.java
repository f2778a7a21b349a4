package eu.callorders.server.cli.client;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.server.cli.admin.TextFormatter;
import java.io.PrintWriter;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The connection and the output of one command. */
public final class ApiSession {
  private static final TypeReference<JsonNode> TREE = new TypeReference<>() {};

  private final ConnectionFinder finder;
  private final @Nullable String profile;
  private final boolean json;
  private final PrintWriter out;
  private final PrintWriter err;
  private @Nullable ApiConnection connection;
  private @Nullable CallOrderClient client;

  ApiSession(
      ConnectionFinder finder,
      @Nullable String profile,
      boolean json,
      PrintWriter out,
      PrintWriter err) {
    this.finder = finder;
    this.profile = profile;
    this.json = json;
    this.out = out;
    this.err = err;
  }

  public boolean asJson() {
    return json;
  }

  /** The standard output. */
  public PrintWriter out() {
    return out;
  }

  /** The standard error: progress and remarks. */
  public PrintWriter err() {
    return err;
  }

  /** Prints a line on the standard error. */
  public void remark(String line) {
    err.println(line);
    err.flush();
  }

  public ApiConnection connection() {
    ApiConnection found = connection;
    if (found == null) {
      found = finder.find(profile);
      connection = found;
    }
    return found;
  }

  /** Uses a connection that is not stored yet. */
  void use(ApiConnection chosen) {
    connection = chosen;
  }

  /** The profile that the command names. */
  String profileName() {
    return profile == null ? ProfileStore.DEFAULT : profile;
  }

  public CallOrderClient client() {
    CallOrderClient known = client;
    if (known == null) {
      known = connection().client();
      client = known;
    }
    return known;
  }

  /** Sends a request and returns the response as it is. */
  public JsonNode send(ApiRequest<?> request) {
    return client().send(request.readAs(TREE)).body();
  }

  /** Reads a list page after page. */
  public void forEachRow(ApiRequest<?> list, Consumer<JsonNode> consumer) {
    JsonNode page = send(list);
    page.path("data").forEach(consumer);
    while (page.path("has_more").asBoolean()) {
      page = send(list.withParameter("after", page.path("next_cursor").asText()));
      page.path("data").forEach(consumer);
    }
  }

  /** Prints all rows of a list: as JSON Lines, or as CSV with these columns. */
  public void export(
      ApiRequest<?> list, List<String> columns, Function<JsonNode, JsonNode> toCells) {
    if (!json) {
      out.print(CsvLine.of(columns));
    }
    forEachRow(
        list,
        row -> {
          JsonNode cells = toCells.apply(row);
          out.print(
              json
                  ? row + "\n"
                  : CsvLine.of(columns.stream().map(name -> cells.path(name).asText()).toList()));
        });
    out.flush();
  }

  /** Prints a document, or a page as a table of these columns. */
  public void print(JsonNode document, String... columns) {
    if (json) {
      out.println(document.toPrettyString());
    } else {
      out.print(TextFormatter.of(document, List.of(columns)));
    }
    out.flush();
  }

  /** Prints a line of JSON Lines, or a text. */
  public void printLine(JsonNode document, String text) {
    out.println(json ? document.toString() : text);
    out.flush();
  }

  /** What the user can do about a refusal. */
  public String explain(ApiException refusal) {
    String request = " (request " + refusal.problem().traceId() + ")";
    return switch (refusal.code().value()) {
      case "invalid_client", "unauthorized" ->
          "The service refuses the credentials of %s. Store valid ones with `call-orders login`, or correct %s and %s."
              .formatted(
                  connection().source(),
                  ConnectionFinder.CLIENT_ID,
                  ConnectionFinder.CLIENT_SECRET);
      case "insufficient_scope" ->
          "The registration %s lacks the scope %s. Its operator grants it."
              .formatted(
                  connection().clientId(),
                  refusal.problem().parameters().getOrDefault("missing", ""));
      case "quota_exceeded",
          "backlog_full",
          "rate_limited",
          "unavailable",
          "temporarily_unavailable" ->
          "%s. Try again%s.%s"
              .formatted(
                  refusal.problem().summary(),
                  refusal
                      .retryAfter()
                      .map(wait -> " in " + wait.toSeconds() + " s")
                      .orElse(" later"),
                  request);
      default -> refusal.problem().summary() + request;
    };
  }

  /** What the user can do when no response came. */
  public String explain(UnreachableException failure) {
    return "No response from %s (%s). Start the service, or name another one with --profile or %s."
        .formatted(connection().apiUrl(), failure.getMessage(), ConnectionFinder.API_URL);
  }
}
