package eu.callorders.server.config;

import static java.util.Locale.ROOT;

import eu.callorders.db.DatabaseAddress;
import eu.callorders.server.network.Cidr;
import eu.callorders.server.ratelimit.RateLimit;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The validated configuration of a node.
 *
 * @param baseUrl the public address of the API; null for that of the listener
 * @param authUrl the public address of the token issuer; null for that of the listener
 * @param dataDirectory embedded database, credentials, generated secrets
 * @param databasePool connections to the database at most
 * @param demo whether a demo tenant is provisioned
 * @param secrets configured secrets; others are generated at startup
 * @param trustedProxies addresses whose {@code X-Forwarded-For} is trusted
 * @param strictNumbers whether the sandbox refuses numbers other than magic ones
 * @param rateLimit default of a registration
 * @param otlpEndpoint base address of the collector of traces; null for no traces
 * @param laboratory whether {@code live} accepts weak settings
 */
public record Config(
    Environment environment,
    Listener http,
    Listener admin,
    @Nullable URI baseUrl,
    @Nullable URI authUrl,
    DatabaseChoice database,
    int databasePool,
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
    @Nullable URI otlpEndpoint,
    boolean laboratory) {

  public boolean isLive() {
    return environment == Environment.LIVE;
  }

  /**
   * Reads the configuration.
   *
   * @param environment environment variables
   * @param file lines {@code NAME=value}; null for none
   * @throws InvalidConfigException naming every invalid key
   */
  public static Config read(Map<String, String> environment, @Nullable Path file) {
    return new ConfigReader(ConfigSource.read(environment, file)).read();
  }

  /** The public address of the API once its listener has a port; no trailing slash. */
  public URI baseUrl(int boundPort) {
    return baseUrl != null ? baseUrl : http.address(boundPort);
  }

  /** The public address of the token issuer once its listener has a port. */
  public URI authUrl(int boundPort) {
    return authUrl != null ? authUrl : http.address(boundPort);
  }

  /** The environment of a database: only {@code LIVE} calls real people. */
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
   * A listen address.
   *
   * @param port 0 for a free port
   */
  public record Listener(String host, int port) {

    /** The address for clients on this machine. */
    public URI address(int boundPort) {
      String name =
          switch (host) {
            case "0.0.0.0", "::", "[::]" -> "localhost";
            default -> host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
          };
      return URI.create("http://" + name + ":" + boundPort);
    }
  }

  public sealed interface DatabaseChoice {
    /** An embedded server in the data directory. */
    record Embedded() implements DatabaseChoice {}

    /**
     * An external server.
     *
     * @param migration the role that owns the schema; equal to {@code service} for a single role
     */
    record External(DatabaseAddress service, DatabaseAddress migration) implements DatabaseChoice {}
  }

  public sealed interface Gateway {
    /** The simulator in this process. */
    record Embedded() implements Gateway {}

    /** A remote gateway with the gateway protocol. */
    record Http(URI address) implements Gateway {}
  }

  /**
   * Configured secrets; null for generated ones.
   *
   * @param masterKeys 32 bytes each, the first encrypts, all decrypt; empty for a generated one
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
   * Settings of outgoing webhooks.
   *
   * @param extraTargets hosts allowed besides public https ones
   * @param caFile additional trust anchors, PEM
   * @param egressIps source addresses as shown to tenants; never a webhook target
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
