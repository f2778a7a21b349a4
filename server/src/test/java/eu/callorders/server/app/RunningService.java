package eu.callorders.server.app;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.db.DataDirectoryLock;
import eu.callorders.db.DatabaseAddress;
import eu.callorders.db.TestDatabase;
import eu.callorders.server.TemporaryDirectories;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.auth.SharedSigningKey;
import eu.callorders.server.config.Config;
import eu.callorders.server.database.DatabaseHealthMonitor;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.json.Json;
import eu.callorders.server.worker.LoopWatchdog;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The real service on free ports with a separate database and without rate limits. */
public final class RunningService implements AutoCloseable {
  static final ContractCheck CONTRACT = new ContractCheck();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  public static final String ADMIN_TOKEN = "an-operator-of-the-tests-0123456789";

  /** Long timeouts: a slow test machine is no outage. */
  static final NodeBounds LONG_TIMEOUTS =
      new NodeBounds(
          new DatabaseHealthMonitor.Timeouts(
              Duration.ofMillis(250), Duration.ofSeconds(20), Duration.ofSeconds(20)),
          Duration.ofSeconds(10),
          ConnectionLimits.DEFAULT,
          DataDirectoryLock.TIMEOUT,
          StartupRetry.LIMIT);

  private final boolean live;
  private final DatabaseAddress owner;
  private final AutoCloseable database;
  private final TemporaryDirectories directories = new TemporaryDirectories();
  private final Map<String, String> settings;
  private final Node node;
  private final LoopWatchdog watchdog;
  private final LoopRounds rounds;
  private final TestHttpClient admin;
  private final OwnerSessions sessions;
  private final String api;

  private RunningService(Map<String, String> settings, String environment, DatabaseSetup setup) {
    this(settings, environment, setup, options -> Vertx.builder().with(options));
  }

  private RunningService(
      Map<String, String> settings,
      String environment,
      DatabaseSetup setup,
      Function<VertxOptions, VertxBuilder> vertxFactory) {
    live = environment.equals("live");
    owner = setup.owner();
    sessions = new OwnerSessions(owner);
    database = setup.database();
    if (live) {
      sql("UPDATE deployment SET environment = ?", environment);
    }
    Map<String, String> all = new HashMap<>(settings(environment, setup.service()));
    all.putAll(settings);
    if (!settings.containsKey("CALLORDERS_MASTER_KEY")) {
      SharedSigningKey.insertInto(owner, Instant.now());
    }
    node = start(all, setup.bounds(), vertxFactory);
    watchdog = TestWatchdog.start(node.vertx());
    rounds = new LoopRounds(node.vertx());
    api = address("API");
    admin = new TestHttpClient(port(address("Administration")), ADMIN_TOKEN);
    this.settings = all;
  }

  private Node start(
      Map<String, String> all,
      NodeBounds bounds,
      Function<VertxOptions, VertxBuilder> vertxFactory) {
    try {
      return Node.start(Config.read(all, null), bounds, vertxFactory);
    } catch (RuntimeException e) {
      directories.close();
      throw e;
    }
  }

  /** The service that all test classes of a JVM share; each uses its own tenants. */
  public static RunningService shared() {
    return Shared.SERVICE;
  }

  private static final class Shared {
    static final RunningService SERVICE = sandbox(Map.of());

    static {
      // Not closed per class: with several test processes each class is a separate execution.
      TestDatabase.closeBeforeServer(SERVICE);
    }
  }

  public static RunningService sandbox(Map<String, String> settings) {
    return withDatabase(DatabaseSetup.test(), settings);
  }

  static RunningService withDatabase(DatabaseSetup setup, Map<String, String> settings) {
    return new RunningService(settings, "sandbox", setup);
  }

  /** With a simulated network. */
  public static RunningService sandbox(
      Map<String, String> settings, Function<VertxOptions, VertxBuilder> vertxFactory) {
    return new RunningService(settings, "sandbox", DatabaseSetup.test(), vertxFactory);
  }

  static RunningService live() {
    return live(Map.of());
  }

  static RunningService live(Map<String, String> settings) {
    return new RunningService(settings, "live", DatabaseSetup.test());
  }

  private Map<String, String> settings(String environment, DatabaseAddress service) {
    Map<String, String> settings = new HashMap<>();
    settings.put("CALLORDERS_ENVIRONMENT", environment);
    settings.put("CALLORDERS_HTTP_PORT", "0");
    settings.put("CALLORDERS_ADMIN_PORT", "0");
    settings.put("CALLORDERS_ADMIN_TOKEN", ADMIN_TOKEN);
    settings.put(
        "CALLORDERS_MASTER_KEY", Base64.getEncoder().encodeToString(SharedSigningKey.masterKey()));
    settings.put("CALLORDERS_DATABASE_URL", url(service));
    settings.put("CALLORDERS_DATABASE_MIGRATION_URL", url(owner));
    settings.put("CALLORDERS_DATA_DIR", directory().toString());
    settings.put("CALLORDERS_DEMO", Boolean.toString(!live));
    settings.put("CALLORDERS_RATE_LIMIT", "off");
    settings.put("CALLORDERS_WEBHOOK_EXTRA_TARGETS", "localhost:9,127.0.0.1:9");
    if (live) { // unreachable gateway: these tests place no calls
      settings.put("CALLORDERS_GATEWAY", "http://127.0.0.1:9");
      settings.put("CALLORDERS_LABORATORY", "true");
    }
    return settings;
  }

  private Path directory() {
    return directories.create("call-orders-service");
  }

  public static String url(DatabaseAddress address) {
    String password = address.password() == null ? "" : ":" + address.password();
    return "postgresql://%s%s@%s:%d/%s"
        .formatted(address.user(), password, address.host(), address.port(), address.database());
  }

  private String address(String label) {
    Matcher line = Pattern.compile(label + "\\s+(http://\\S+?)(/v1)?\\s").matcher(node.banner());
    if (!line.find()) {
      throw new AssertionError("no " + label + " in " + node.banner());
    }
    return line.group(1);
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  /** Starts another node on the same database, in a process that can be killed. */
  Process startNode() throws IOException {
    return new NodeProcess(settings, directory()).start();
  }

  /** Like {@link #startNode()} with other settings; does not wait for the start. */
  Process launchNode(Map<String, String> overrides) throws IOException {
    return new NodeProcess(settings, directory()).launch(overrides);
  }

  /** Starts another node on the same database, in this process, with its watchdog. */
  Node startNode(HaltPolicy policy) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("CALLORDERS_DATA_DIR", directory().toString());
    return Node.start(Config.read(all, null), LONG_TIMEOUTS, policy);
  }

  void wake(String loop) {
    WorkLoop.wake(node.vertx(), loop);
  }

  /** As {@link LoopRounds#await}. */
  void awaitRounds(String... loops) {
    rounds.await(loops);
  }

  boolean isLive() {
    return live;
  }

  /** The base URL of the API without trailing slash. */
  public String address() {
    return api;
  }

  public int adminPort() {
    return port(address("Administration"));
  }

  /** The directory of its generated credentials. */
  public Path dataDirectory() {
    return Path.of(settings.get("CALLORDERS_DATA_DIR"));
  }

  public TestHttpClient admin() {
    return admin;
  }

  /** The port of the API and the token endpoint. */
  public int port() {
    return port(api);
  }

  /** An API client with this token. */
  Api apiWithToken(String token) {
    return new Api(HTTP, CONTRACT, api, token);
  }

  /** The administration with this token. */
  Api administration(String token) {
    return new Api(HTTP, AdministrationRequests.CONTRACT, "http://127.0.0.1:" + adminPort(), token);
  }

  /** A new tenant, with its clock at a time of day when calls are allowed. */
  public RunningTenant newTenant() {
    return newTenant("{\"name\": \"Test\", \"caller_ids\": [\"+493023125000\"]}");
  }

  public RunningTenant newTenant(String json) {
    TestHttpClient.Response created = admin.post("/admin/v1/tenants", json);
    if (created.status() != 201) {
      throw new AssertionError(created.text());
    }
    return new RunningTenant(this, created.body().path("tenant_id").asText());
  }

  /** Requests a token; returns the response body. */
  JsonNode requestToken(String form) {
    return Json.parse(TokenCalls.post(HTTP, api, form).body());
  }

  TokenCalls tokens() {
    return new TokenCalls(HTTP, api);
  }

  /** As {@link OwnerSessions#sql}. */
  List<List<String>> sql(String statement, Object... arguments) {
    return sessions.sql(statement, arguments);
  }

  /** A connection as schema owner, for transactions that stay open. */
  Connection connection() throws SQLException {
    return sessions.connection();
  }

  @Override
  public void close() {
    admin.close();
    watchdog.close();
    node.close();
    try {
      sessions.close();
      database.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    } finally {
      directories.close();
    }
  }
}
