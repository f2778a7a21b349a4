package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.HttpCalls;
import eu.callorders.server.http.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The service as it is started for real, on free ports and a database of its own. Rate limits are
 * off, so that tests may hurry.
 */
final class RunningService implements AutoCloseable {
  static final ContractCheck CONTRACT = new ContractCheck();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final String ADMIN_TOKEN = "an-operator-of-the-tests-0123456789";

  private final boolean live;
  private final TestDatabase database;
  private final Node node;
  private final HttpCalls admin;
  private final String api;

  private RunningService(Map<String, String> settings, String environment) {
    live = environment.equals("live");
    database = TestDatabase.create();
    if (live) {
      sql("UPDATE deployment SET environment = ?", environment);
    }
    Map<String, String> all = new HashMap<>(settings(environment));
    all.putAll(settings);
    node = Node.start(Config.read(all, null));
    api = address("API");
    admin = new HttpCalls(port(address("Administration")), ADMIN_TOKEN);
  }

  /** The one that all test classes of a JVM share; each works with tenants of its own. */
  static RunningService shared() {
    return Shared.SERVICE;
  }

  private static final class Shared {
    static final RunningService SERVICE = sandbox(Map.of());
  }

  static RunningService sandbox(Map<String, String> settings) {
    return new RunningService(settings, "sandbox");
  }

  static RunningService live() {
    return new RunningService(Map.of(), "live");
  }

  private Map<String, String> settings(String environment) {
    Map<String, String> settings = new HashMap<>();
    settings.put("CALLORDERS_ENVIRONMENT", environment);
    settings.put("CALLORDERS_HTTP_PORT", "0");
    settings.put("CALLORDERS_ADMIN_PORT", "0");
    settings.put("CALLORDERS_ADMIN_TOKEN", ADMIN_TOKEN);
    settings.put("CALLORDERS_MASTER_KEY", Base64.getEncoder().encodeToString(new byte[32]));
    settings.put("CALLORDERS_DATABASE_URL", url(database.service()));
    settings.put("CALLORDERS_DATABASE_MIGRATION_URL", url(database.owner()));
    settings.put("CALLORDERS_DATA_DIR", directory().toString());
    settings.put("CALLORDERS_DEMO", Boolean.toString(!live));
    settings.put("CALLORDERS_RATE_LIMIT", "off");
    if (live) { // nobody is there: these tests call nobody
      settings.put("CALLORDERS_GATEWAY", "http://127.0.0.1:9");
    }
    return settings;
  }

  private static Path directory() {
    try {
      Path directory = Files.createTempDirectory("call-orders-service");
      directory.toFile().deleteOnExit();
      return directory;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String url(DatabaseAddress address) {
    String password = address.password() == null ? "" : ":" + address.password();
    return "postgresql://%s%s@%s:%d/%s"
        .formatted(address.user(), password, address.host(), address.port(), address.database());
  }

  private String address(String label) {
    Matcher line = Pattern.compile(label + "\\s+(http://\\S+?)(/v1)?\\s").matcher(node.greeting());
    if (!line.find()) {
      throw new AssertionError("no " + label + " in " + node.greeting());
    }
    return line.group(1);
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  boolean isLive() {
    return live;
  }

  /** The address of the API, without a slash at its end. */
  String address() {
    return api;
  }

  HttpCalls admin() {
    return admin;
  }

  /** The port at which tokens are issued and the API is served. */
  int port() {
    return port(api);
  }

  /** The API as the bearer of that token sees it. */
  Api with(String token) {
    return new Api(HTTP, CONTRACT, api, token);
  }

  /** A new tenant, whose clock shows a time at which everybody may be called. */
  Tenancy newTenant() {
    return newTenant("{\"name\": \"Test\", \"caller_ids\": [\"+493023125000\"]}");
  }

  Tenancy newTenant(String json) {
    HttpCalls.Answer created = admin.post("/admin/v1/tenants", json);
    if (created.status() != 201) {
      throw new AssertionError(created.text());
    }
    return new Tenancy(this, created.body().path("tenant_id").asText());
  }

  /** Asks for a token; the answer of the token endpoint. */
  JsonNode token(String form) {
    return Json.parse(TokenCalls.post(HTTP, api, form).body());
  }

  TokenCalls tokens() {
    return new TokenCalls(HTTP, api);
  }

  /** Runs a statement as the owner of the schema, seeing every tenant; the rows, as text. */
  List<List<String>> sql(String statement, Object... arguments) {
    try (Connection connection = database.owner().connect()) {
      connection.createStatement().execute("SET app.worker = 'on'");
      PreparedStatement prepared = connection.prepareStatement(statement);
      for (int place = 0; place < arguments.length; place++) {
        prepared.setObject(place + 1, arguments[place]);
      }
      List<List<String>> rows = new ArrayList<>();
      if (prepared.execute()) {
        ResultSet found = prepared.getResultSet();
        while (found.next()) {
          List<String> row = new ArrayList<>();
          for (int column = 1; column <= found.getMetaData().getColumnCount(); column++) {
            row.add(found.getString(column));
          }
          rows.add(row);
        }
      }
      return rows;
    } catch (SQLException e) {
      throw new AssertionError(statement, e);
    }
  }

  /** A connection of the owner of the schema, for transactions that stay open. */
  Connection connection() throws SQLException {
    Connection connection = database.owner().connect();
    connection.createStatement().execute("SET app.worker = 'on'");
    return connection;
  }

  static ObjectNode object(String json) {
    return (ObjectNode) Json.parse(json);
  }

  @Override
  public void close() {
    admin.close();
    node.close();
    database.close();
  }
}
