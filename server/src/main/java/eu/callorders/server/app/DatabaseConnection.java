package eu.callorders.server.app;

import eu.callorders.db.DatabaseAddress;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.util.Map;

/** How the service connects to its database. */
final class DatabaseConnection {
  /** Bounds on how long anything can hold back the feed, or a person. */
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "application_name", "call-orders",
          "search_path", "public",
          "statement_timeout", "10s",
          "idle_in_transaction_session_timeout", "10s",
          "lock_timeout", "5s");

  private DatabaseConnection() {}

  static PgConnectOptions of(DatabaseAddress address) {
    PgConnectOptions options =
        new PgConnectOptions()
            .setHost(address.host())
            .setPort(address.port())
            .setDatabase(address.database())
            .setUser(address.user())
            .setCachePreparedStatements(true);
    if (address.password() != null) {
      options.setPassword(address.password());
    }
    PROPERTIES.forEach(options::addProperty);
    return secured(options, address.parameters());
  }

  private static PgConnectOptions secured(
      PgConnectOptions options, Map<String, String> parameters) {
    SslMode mode = SslMode.of(parameters.getOrDefault("sslmode", "disable"));
    options.setSslMode(mode);
    if (mode != SslMode.DISABLE) {
      ClientSSLOptions ssl = new ClientSSLOptions();
      String root = parameters.get("sslrootcert");
      if (root == null) {
        ssl.setTrustAll(mode != SslMode.VERIFY_CA && mode != SslMode.VERIFY_FULL);
      } else {
        ssl.setTrustOptions(new PemTrustOptions().addCertPath(root));
      }
      ssl.setHostnameVerificationAlgorithm(mode == SslMode.VERIFY_FULL ? "HTTPS" : "");
      options.setSslOptions(ssl);
    }
    return options;
  }
}
