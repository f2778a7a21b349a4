package eu.callorders.server.app;

import static java.util.Locale.ROOT;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.server.http.Cidr;
import eu.callorders.server.http.RateLimit;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How this node runs: everything an operator decides, checked.
 *
 * @param baseUrl the public address of the API; null: that of the listener
 * @param authUrl the public address of the token issuer; null: that of the listener
 * @param dataDirectory embedded database, credentials, generated secrets
 * @param demo a tenant to play with is provisioned
 * @param secrets those that are configured; the others are generated at the start
 * @param trustedProxies whose {@code X-Forwarded-For} is believed
 * @param strictNumbers numbers without a meaning in the sandbox are refused
 * @param rateLimit of a registration without one of its own
 * @param laboratory {@code live} starts with weak settings too
 */
public record Config(
    Environment environment,
    Listener http,
    Listener admin,
    @Nullable URI baseUrl,
    @Nullable URI authUrl,
    DatabaseChoice database,
    Path dataDirectory,
    boolean demo,
    ConfiguredSecrets secrets,
    Gateway gateway,
    List<Cidr> trustedProxies,
    WebhookSettings webhooks,
    boolean strictNumbers,
    RateLimit rateLimit,
    int eventLoops,
    LogFormat logFormat,
    boolean laboratory) {

  /**
   * Reads the configuration.
   *
   * @param environment environment variables
   * @param file lines {@code NAME=value}; null: none
   * @throws InvalidConfigException naming every key at fault
   */
  public static Config read(Map<String, String> environment, @Nullable Path file) {
    return new ConfigReader(ConfigSource.read(environment, file)).read();
  }

  /** The public address of the API once its listener has a port; no slash at the end. */
  public URI baseUrl(int boundPort) {
    return baseUrl != null ? baseUrl : http.address(boundPort);
  }

  /** The public address of the token issuer once its listener has a port. */
  public URI authUrl(int boundPort) {
    return authUrl != null ? authUrl : http.address(boundPort);
  }

  /** What the data of a database are worth: real people are called in {@code LIVE} only. */
  public enum Environment {
    SANDBOX,
    LIVE;

    /** As configured, stored and shown. */
    public String wireName() {
      return name().toLowerCase(ROOT);
    }
  }

  public enum LogFormat {
    TEXT,
    JSON
  }

  /**
   * Where to listen.
   *
   * @param port 0: a free one
   */
  public record Listener(String host, int port) {

    /** How to reach it from this machine, once it has a port. */
    public URI address(int boundPort) {
      String name =
          switch (host) {
            case "0.0.0.0", "::", "[::]" -> "localhost";
            default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
          };
      return URI.create("http://" + name + ":" + boundPort);
    }
  }

  /** Which PostgreSQL. */
  public sealed interface DatabaseChoice {
    /** The service's own, in the data directory. */
    record Embedded() implements DatabaseChoice {}

    /**
     * Somebody else's.
     *
     * @param migration whose role owns the schema; equal to {@code service} for a single role
     */
    record External(DatabaseAddress service, DatabaseAddress migration) implements DatabaseChoice {}
  }

  /** Who talks on the telephone. */
  public sealed interface Gateway {
    /** The simulator in this process. */
    record Embedded() implements Gateway {}

    /** One that speaks the gateway protocol there. */
    record Http(URI address) implements Gateway {}

    /** A SIP trunk, described in a file. */
    record Sip(Path file) implements Gateway {}
  }

  /**
   * Secrets as configured; null: to be generated into the data directory.
   *
   * @param masterKeys 32 bytes each, the first encrypts, all decrypt; empty: to be generated
   */
  public record ConfiguredSecrets(
      @Nullable SecretRing adminTokens,
      List<byte[]> masterKeys,
      @Nullable SecretRing gatewaySecrets) {
    @Override
    public String toString() {
      return "ConfiguredSecrets[***]";
    }
  }

  /**
   * How webhooks leave.
   *
   * @param extraTargets hosts let through besides public https ones
   * @param caFile trust anchors besides the usual ones, PEM
   * @param egressIps shown to tenants, and never called
   */
  public record WebhookSettings(
      List<HostPort> extraTargets, @Nullable Path caFile, List<String> egressIps) {}

  /** {@code host:port}, the host in lower case. */
  public record HostPort(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }
}
