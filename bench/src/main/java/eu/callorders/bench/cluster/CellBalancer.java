package eu.callorders.bench.cluster;

import eu.callorders.bench.Programs;
import eu.callorders.bench.crash.CampaignTenant;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.ServiceNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** HAProxy with {@code deploy/haproxy-cells.cfg}, which leads each tenant to its cell. */
final class CellBalancer implements AutoCloseable {
  private static final String CONFIGURATION = "deploy/haproxy-cells.cfg";

  final String url;
  private final Process process;

  /** Starts it; the first tenant belongs to the first deployment. */
  CellBalancer(
      Deployment first, CampaignTenant tenantOfFirst, Deployment second, CampaignTenant other)
      throws IOException {
    int port = ServiceNode.freePort();
    this.url = "http://127.0.0.1:" + port;
    Path cells = first.directory.resolve("cells.map");
    Files.write(cells, List.of(tenantOfFirst.id + " cell-a", other.id + " cell-b"));
    Map<String, String> variables =
        Map.of(
            "CELL_A", URI.create(first.publicUrl).getAuthority(),
            "CELL_B", URI.create(second.publicUrl).getAuthority(),
            "CELLS", cells.toString(),
            "BIND", "127.0.0.1:" + port);
    this.process =
        Programs.start(
            first.directory.resolve("cells.log"),
            variables,
            List.of(Programs.find("haproxy"), "-db", "-f", CONFIGURATION));
  }

  @Override
  public void close() {
    Programs.end(process);
  }
}
