package eu.callorders.bench.crash;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.crash.InjectedFault.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How a campaign runs.
 *
 * @param seed decides orders, faults and their order; instants depend on the machine too
 * @param freeze how long a node is suspended
 * @param atMost no more is broken after that long
 * @param embedded whether the gateway is the one inside the service, of one node
 * @param slack by how much the limits of time are multiplied, on a machine that does other things
 */
record CampaignSettings(
    long seed,
    int kills,
    Duration atMost,
    Duration freeze,
    boolean embedded,
    int nodes,
    int clients,
    int slack) {
  static CampaignSettings parse(String[] words) {
    Arguments arguments =
        Arguments.parse(
            words, "kills", "seed", "freeze", "gateway", "nodes", "clients", "slack", "minutes");
    boolean embedded = arguments.text("gateway", "simulator").equals("embedded");
    return new CampaignSettings(
        arguments.seed(),
        arguments.number("kills", 100),
        Duration.ofMinutes(arguments.number("minutes", 600)),
        Duration.ofSeconds(arguments.number("freeze", 60)),
        embedded,
        embedded ? 1 : arguments.number("nodes", 2),
        arguments.number("clients", 6),
        arguments.number("slack", 1));
  }

  GatewayUnderTest.Factory gateways() {
    return embedded
        ? (directory, secret, callback) -> new GatewayUnderTest.Embedded()
        : SimulatorProcess::new;
  }

  /** What can be broken in such a deployment. */
  List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
    if (embedded) {
      kinds.remove(Kind.KILL_GATEWAY);
    }
    if (nodes < 2) {
      kinds.removeAll(List.of(Kind.FREEZE_NODE, Kind.KILL_ALL_NODES));
    }
    return List.copyOf(kinds);
  }
}
