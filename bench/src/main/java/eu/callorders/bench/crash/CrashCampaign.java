package eu.callorders.bench.crash;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.crash.InjectedFault.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Breaks a deployment under load, again and again, and holds what it shows in the end against what
 * clients, gateway and feed have recorded. Ends with status 1 when they disagree.
 */
public final class CrashCampaign {
  private static final Duration SETTLE = Duration.ofMinutes(15);

  private final Settings settings;
  private final Deployment deployment;
  private final SplittableRandom random;
  private final CampaignTenant tenancy;

  /**
   * How a campaign runs.
   *
   * @param seed decides orders, faults and their order; instants depend on the machine too
   * @param freeze how long a node is suspended
   * @param atMost no more is broken after that long
   * @param embedded whether the gateway is the one inside the service, of one node
   * @param slack by how much the limits of time are multiplied, on a machine that does other things
   */
  private record Settings(
      long seed,
      int kills,
      Duration atMost,
      Duration freeze,
      boolean embedded,
      int nodes,
      int clients,
      int slack) {
    static Settings parse(String[] words) {
      Arguments arguments =
          Arguments.parse(
              words, "kills", "seed", "freeze", "gateway", "nodes", "clients", "slack", "minutes");
      boolean embedded = arguments.text("gateway", "simulator").equals("embedded");
      return new Settings(
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

  private CrashCampaign(Settings settings, Deployment deployment) throws InterruptedException {
    this.settings = settings;
    this.deployment = deployment;
    this.random = new SplittableRandom(settings.seed());
    this.tenancy = CampaignTenant.provision(deployment);
  }

  public static void main(String[] words) throws Exception {
    Settings settings = Settings.parse(words);
    System.out.println("seed " + settings.seed());
    boolean passed =
        Deployment.use(
            settings.nodes(),
            settings.gateways(),
            deployment -> new CrashCampaign(settings, deployment).run());
    System.exit(passed ? 0 : 1);
  }

  private boolean run() throws Exception {
    CampaignSequence.createAll(tenancy);
    Path directory = deployment.directory();
    try (Ledger ledger = new Ledger(directory.resolve("acknowledged.jsonl"))) {
      SignalLedger signals = new SignalLedger(ledger);
      try (Load load =
          new Load(deployment, tenancy, ledger, signals, settings.clients(), random.split())) {
        CampaignRecord evidence = evidence(load, ledger, signals);
        load.feed().write(directory.resolve("events.txt"));
        Verdict verdict = new Verdict(evidence, ledger, deployment.endings(), settings.slack());
        verdict.write(directory.resolve("violations.txt"));
        verdict.print();
        return verdict.passed();
      }
    }
  }

  /** Breaks things, lets everything end, and collects what is known then. */
  private CampaignRecord evidence(Load load, Ledger ledger, SignalLedger signals) throws Exception {
    List<InjectedFault> done = disturb(ledger);
    load.endOrders();
    System.out.println("settling");
    Inventory inventory = new Inventory(tenancy);
    if (!inventory.settle(SETTLE)) {
      System.out.println("not everything has ended within " + SETTLE);
    }
    List<FeedEvent> followed = load.endReading();
    Path log = deployment.gateway().callLog();
    return new CampaignRecord(
        ledger.entries(),
        inventory.orders(),
        followed,
        new FeedReader(tenancy, 100).readAll(),
        log == null ? List.of() : PlacedCall.read(log),
        log != null,
        done,
        EnrollmentRecord.of(signals, inventory));
  }

  private List<InjectedFault> disturb(Ledger ledger) throws Exception {
    OrderMix mix = new OrderMix("probe", random.split());
    LoadClient prober = new LoadClient(tenancy, deployment.nodes(), ledger, mix, random.split());
    Random chance = new Random(settings.seed());
    FaultInjector injector =
        new FaultInjector(deployment, prober, ledger, mix, chance, settings.freeze());
    Instant enough = Instant.now().plus(settings.atMost());
    for (Kind kind : FaultInjector.deck(settings.kills(), settings.kinds(), chance)) {
      if (Instant.now().isAfter(enough)) {
        break;
      }
      Thread.sleep(500 + chance.nextInt(3_500));
      injector.disturb(kind);
    }
    Thread.sleep(3_000);
    return injector.done();
  }
}
