package eu.callorders.server.database;

import eu.callorders.db.DatabaseAddress;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.SslMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Converts a configured address to driver options; TLS modes have the meaning of libpq. */
public final class ConnectOptions {
  /** Start-up parameters that a pooler understands. */
  private static final Map<String, String> PROPERTIES =
      Map.of("application_name", "call-orders", "client_encoding", "utf8", "DateStyle", "ISO");

  private ConnectOptions() {}

  /** To the first host. */
  public static PgConnectOptions to(DatabaseAddress address) {
    return ofHosts(address).getFirst();
  }

  /** To each host. */
  static List<PgConnectOptions> ofHosts(DatabaseAddress address) {
    return address.hosts().stream().map(host -> to(address, host)).toList();
  }

  private static PgConnectOptions to(DatabaseAddress address, DatabaseAddress.Host host) {
    PgConnectOptions options =
        new PgConnectOptions()
            .setProperties(new HashMap<>(PROPERTIES))
            .setHost(host.name().replaceAll("[\\[\\]]", ""))
            .setPort(host.port())
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
