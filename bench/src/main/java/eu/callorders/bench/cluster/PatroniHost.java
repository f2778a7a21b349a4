package eu.callorders.bench.cluster;

import eu.callorders.bench.Programs;
import eu.callorders.bench.SqlSession;
import eu.callorders.db.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A host with Patroni and the PostgreSQL that it runs. */
final class PatroniHost implements AutoCloseable {
  static final String SUPERUSER = "postgres";

  /** As in {@code deploy/patroni.yaml}. */
  static final String PASSWORD = "CHANGE";

  private static final String ACCOUNT = "postgres";
  private static final String PRIMARY = "SELECT CASE WHEN pg_is_in_recovery() THEN 0 ELSE 1 END";

  final String name;
  final int number;
  final String address;
  private final Path directory;
  private final Process patroni;

  private PatroniHost(int number, Path directory, Process patroni) {
    this.name = name(number);
    this.number = number;
    this.address = address(number);
    this.directory = directory;
    this.patroni = patroni;
  }

  private static String name(int number) {
    return "postgresql" + number;
  }

  private static String address(int number) {
    return HostNetwork.DATA_PREFIX + number;
  }

  /** Starts Patroni on a new host of the network, with its files below a directory. */
  static PatroniHost start(HostNetwork network, int number, Path below, String template)
      throws Exception {
    Path namespace = network.addHost(number);
    Path directory = Files.createDirectory(below.resolve(name(number)));
    UserPrincipal account =
        directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(ACCOUNT);
    Files.setOwner(directory, account);
    String etcd = HostNetwork.ETCD_PREFIX + HostNetwork.GATEWAY + ":2379";
    Path config = directory.resolve("patroni.yaml");
    Files.writeString(
        config,
        PatroniConfig.of(
            template, name(number), address(number), etcd, Programs.postgresql(), directory));
    Files.setOwner(config, account);
    Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-------"));
    List<String> command = new ArrayList<>(HostNetwork.on(namespace));
    command.addAll(
        List.of(
            Programs.find("setpriv"),
            "--reuid=" + ACCOUNT,
            "--regid=" + ACCOUNT,
            "--init-groups",
            Programs.find("patroni"),
            config.toString()));
    Process patroni =
        Programs.start(
            below.resolve(name(number) + ".log"), Map.of("HOME", directory.toString()), command);
    return new PatroniHost(number, directory, patroni);
  }

  /** Kills the server with its sessions: one that waits for a lock of another would outlive it. */
  void kill() throws IOException {
    Path pidFile = directory.resolve("data/postmaster.pid");
    long pid = Long.parseLong(Files.readAllLines(pidFile).getFirst().strip());
    ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
    List<ProcessHandle> sessions = server.children().toList();
    server.destroyForcibly();
    sessions.forEach(ProcessHandle::destroyForcibly);
  }

  /** Opens a session of the superuser. */
  SqlSession connect() throws SQLException {
    return SqlSession.open(
        new DatabaseAddress(address, 5432, "postgres", SUPERUSER, PASSWORD, Map.of()));
  }

  /** Whether the server of a session accepts writes. */
  static boolean isPrimary(SqlSession session) throws SQLException {
    return session.number(PRIMARY) == 1;
  }

  /** Where Patroni shows the state of the cluster. */
  String clusterUrl() {
    return "http://%s:8008/cluster".formatted(address);
  }

  @Override
  public void close() {
    Programs.end(patroni);
  }
}
