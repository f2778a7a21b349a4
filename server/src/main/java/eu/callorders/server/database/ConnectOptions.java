package eu.callorders.server.database;

import eu.callorders.db.DatabaseAddress;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;

/** Converts a configured address to driver options; TLS modes have the meaning of libpq. */
public final class ConnectOptions {
  private ConnectOptions() {}

  public static PgConnectOptions to(DatabaseAddress address) {
    PgConnectOptions options =
        new PgConnectOptions()
            .setHost(address.host().replaceAll("[\\[\\]]", ""))
            .setPort(address.port())
            .setDatabase(address.database())
            .setUser(address.user());
    if (address.password() != null) {
      options.setPassword(address.password());
    }
    SslMode mode = SslMode.of(address.parameters().getOrDefault("sslmode", "prefer"));
    options.setSslMode(mode);
    if (mode != SslMode.DISABLE) {
      options.setSslOptions(tls(mode, address));
    }
    return options;
  }

  private static ClientSSLOptions tls(SslMode mode, DatabaseAddress address) {
    ClientSSLOptions tls = new ClientSSLOptions();
    String trusted = address.parameters().get("sslrootcert");
    if (trusted == null) {
      tls.setTrustAll(true);
    } else {
      tls.setTrustOptions(new PemTrustOptions().addCertPath(trusted));
    }
    return tls.setHostnameVerificationAlgorithm(mode == SslMode.VERIFY_FULL ? "HTTPS" : "");
  }
}
