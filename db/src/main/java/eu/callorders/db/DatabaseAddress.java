package eu.callorders.db;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Servers, database and role of a connection. Of several servers, the one that accepts writes is
 * used.
 *
 * @param hosts at least one
 * @param password null if the server requires none
 * @param parameters {@code sslmode} and {@code sslrootcert}, as libpq understands them
 */
public record DatabaseAddress(
    List<Host> hosts,
    String database,
    String user,
    @Nullable String password,
    Map<String, String> parameters) {
  /** Commits survive a crash, whatever the server's default is. */
  static final String COMMIT_DURABLY = "SET synchronous_commit = on";

  private static final int DEFAULT_PORT = 5432;
  private static final Set<String> SCHEMES = Set.of("postgresql", "postgres");
  private static final Set<String> SSL_MODES =
      Set.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");

  /** What pgjdbc needs to find the server that accepts writes, within seconds. */
  private static final Map<String, String> SEVERAL_HOSTS =
      Map.of("targetServerType", "primary", "hostRecheckSeconds", "1", "connectTimeout", "3");

  /**
   * One server.
   *
   * @param name name or address; IPv6 in brackets
   */
  public record Host(String name, int port) {
    @Override
    public String toString() {
      return name + ":" + port;
    }
  }

  public DatabaseAddress {
    hosts = List.copyOf(hosts);
    parameters = Map.copyOf(parameters);
  }

  /** An address with one server. */
  public DatabaseAddress(
      String host,
      int port,
      String database,
      String user,
      @Nullable String password,
      Map<String, String> parameters) {
    this(List.of(new Host(host, port)), database, user, password, parameters);
  }

  /**
   * Reads {@code postgresql://user:password@host:port,host:port/database?sslmode=...}; user,
   * password and database may be percent-encoded.
   *
   * @throws IllegalArgumentException with a message that does not repeat the password
   */
  public static DatabaseAddress parse(String text) {
    int authority = text.indexOf("//") + 2;
    int path = text.indexOf('/', authority);
    int at = path < 0 ? -1 : text.lastIndexOf('@', path);
    if (at < authority) {
      throw malformed();
    }
    String[] hosts = text.substring(at + 1, path).split(",", -1);
    List<DatabaseAddress> each =
        Stream.of(hosts)
            .map(host -> parseOne(text.substring(0, at + 1) + host + text.substring(path)))
            .distinct()
            .toList();
    if (each.size() < hosts.length) {
      throw malformed();
    }
    DatabaseAddress first = each.getFirst();
    return new DatabaseAddress(
        each.stream().map(address -> address.hosts().getFirst()).toList(),
        first.database(),
        first.user(),
        first.password(),
        first.parameters());
  }

  /** {@link URI} reads a single server. */
  private static DatabaseAddress parseOne(String text) {
    URI uri = parseUri(text);
    String scheme = uri.getScheme();
    String userInfo = uri.getRawUserInfo();
    String path = uri.getRawPath();
    if (scheme == null || !SCHEMES.contains(scheme) || uri.getHost() == null) {
      throw malformed();
    }
    if (userInfo == null || path == null || path.indexOf('/', 1) >= 0 || path.length() < 2) {
      throw malformed();
    }
    int colon = userInfo.indexOf(':');
    return new DatabaseAddress(
        uri.getHost(),
        uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
        decode(path.substring(1)),
        decode(colon < 0 ? userInfo : userInfo.substring(0, colon)),
        colon < 0 ? null : decode(userInfo.substring(colon + 1)),
        parameters(uri.getRawQuery()));
  }

  /** The first server's name or address. */
  public String host() {
    return hosts.getFirst().name();
  }

  /** The first server's port. */
  public int port() {
    return hosts.getFirst().port();
  }

  /** The servers, as in a URL. */
  public String hostList() {
    return hosts.stream().map(Host::toString).collect(Collectors.joining(","));
  }

  /** Opens a connection over JDBC. */
  public Connection connect() throws SQLException {
    Connection connection = DriverManager.getConnection(jdbcUrl(), jdbcProperties());
    try (Statement statement = connection.createStatement()) {
      statement.execute(COMMIT_DURABLY);
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** Without user and password. */
  public String jdbcUrl() {
    return "jdbc:postgresql://%s/%s".formatted(hostList(), database);
  }

  /** The same server and database with another role. */
  public DatabaseAddress withRole(String otherUser, String otherPassword) {
    return new DatabaseAddress(hosts, database, otherUser, otherPassword, parameters);
  }

  /** The same server and role, another database. */
  public DatabaseAddress withDatabase(String otherDatabase) {
    return new DatabaseAddress(hosts, otherDatabase, user, password, parameters);
  }

  Properties jdbcProperties() {
    Properties properties = new Properties();
    if (hosts.size() > 1) {
      SEVERAL_HOSTS.forEach(properties::setProperty);
    }
    properties.setProperty("user", user);
    if (password != null) {
      properties.setProperty("password", password);
    }
    parameters.forEach(properties::setProperty);
    return properties;
  }

  /** For logs and messages: the password is masked. */
  @Override
  public String toString() {
    StringBuilder query = new StringBuilder();
    new TreeMap<>(parameters)
        .forEach(
            (name, value) ->
                query.append(query.isEmpty() ? '?' : '&').append(name).append('=').append(value));
    return "postgresql://%s%s@%s/%s%s"
        .formatted(user, password == null ? "" : ":***", hostList(), database, query);
  }

  private static URI parseUri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw malformed();
    }
  }

  private static Map<String, String> parameters(@Nullable String query) {
    Map<String, String> parameters = new TreeMap<>();
    for (String pair : query == null ? new String[0] : query.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      boolean known =
          parts.length == 2
              && switch (parts[0]) {
                case "sslmode" -> SSL_MODES.contains(parts[1]);
                case "sslrootcert" -> !parts[1].isEmpty();
                default -> false;
              };
      if (!known || parameters.put(parts[0], decode(parts[1])) != null) {
        throw new IllegalArgumentException(
            "parameter %s: only sslmode (%s) and sslrootcert are known, once each"
                .formatted(parts[0], String.join(", ", SSL_MODES.stream().sorted().toList())));
      }
    }
    if (parameters.getOrDefault("sslmode", "").startsWith("verify")
        && !parameters.containsKey("sslrootcert")) {
      throw new IllegalArgumentException("sslmode verify-ca and verify-full need sslrootcert");
    }
    return parameters;
  }

  private static String decode(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), UTF_8);
  }

  private static IllegalArgumentException malformed() {
    return new IllegalArgumentException(
        "must be postgresql://user:password@host:port/database, special characters"
            + " percent-encoded; several hosts: host:port,host:port");
  }
}
