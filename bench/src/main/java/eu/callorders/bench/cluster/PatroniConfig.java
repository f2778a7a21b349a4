package eu.callorders.bench.cluster;

import java.nio.file.Path;

/** {@code deploy/patroni.yaml} for a host of a campaign: other addresses and paths, no TLS. */
final class PatroniConfig {
  private String text;

  private PatroniConfig(String text) {
    this.text = text;
  }

  /**
   * The configuration of one host.
   *
   * @param template the file to copy, as operators get it
   * @param address of the host
   * @param etcd address with port
   * @param programs of PostgreSQL
   * @param directory where data, sockets and passwords lie
   */
  static String of(
      String template, String name, String address, String etcd, Path programs, Path directory) {
    PatroniConfig config = new PatroniConfig(template);
    config.set("name: postgresql1\n", "name: %s\n".formatted(name));
    config.set("postgresql1.example.com:8008", address + ":8008");
    config.set("postgresql1.example.com:5432", address + ":5432");
    config.set("etcd1.example.com:2379, etcd2.example.com:2379, etcd3.example.com:2379", etcd);
    config.set("/usr/lib/postgresql/17/bin", programs.toString());
    config.set(
        "/var/lib/postgresql/17/call-orders",
        "%s\n  pgpass: %s".formatted(directory.resolve("data"), directory.resolve("pgpass")));
    config.set("hostssl replication", "host replication");
    config.set("hostssl all", "host all");
    config.set("    ssl: \"on\"\n", "    unix_socket_directories: %s\n".formatted(directory));
    config.set("    ssl_cert_file: /etc/postgresql/server.crt\n", "");
    config.set("    ssl_key_file: /etc/postgresql/server.key\n", "");
    config.set("mode: automatic", "mode: \"off\"");
    return config.text;
  }

  private void set(String known, String own) {
    int at = text.indexOf(known);
    if (at < 0 || text.indexOf(known, at + 1) >= 0) {
      throw new IllegalStateException("deploy/patroni.yaml does not have once: " + known.strip());
    }
    text = text.replace(known, own);
  }
}
