package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.crash.InjectedFault.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;

/**
 * Breaks a deployment under load, again and again, and holds what it shows in the end against what
 * clients, gateway and feed have recorded. Ends with status 1 when they disagree.
 */
public final class CrashCampaign {
  private static final Duration SETTLE = Duration.ofMinutes(15);

  private final CampaignSettings settings;
  private final Deployment deployment;
  private final SplittableRandom random;

  private CrashCampaign(CampaignSettings settings, Deployment deployment) {
    this.settings = settings;
    this.deployment = deployment;
    this.random = new SplittableRandom(settings.seed());
  }

  public static void main(String[] words)
      throws IOException, InterruptedException, SQLException, ExecutionException {
    CampaignSettings settings = CampaignSettings.parse(words);
    System.out.println("seed " + settings.seed());
    boolean passed = false;
    Deployment deployment = Deployment.start(settings.nodes(), settings.gateways());
    try (deployment) {
      Verdict verdict = new CrashCampaign(settings, deployment).run();
      verdict.print();
      passed = verdict.passed();
    } finally {
      if (!passed) {
        System.out.printf(
            "seed %d, ledgers and logs in %s%n", settings.seed(), deployment.directory());
      }
    }
    if (passed) {
      deployment.delete();
    }
    System.exit(passed ? 0 : 1);
  }

  private Verdict run() throws IOException, InterruptedException, SQLException, ExecutionException {
    CampaignTenant tenancy = CampaignTenant.provision(deployment);
    Path directory = deployment.directory();
    CampaignSequences.raise(tenancy);
    try (Ledger ledger = new Ledger(directory.resolve("acknowledged.jsonl"))) {
      SignalLedger signals = new SignalLedger(ledger);
      return run(tenancy, ledger, signals);
    }
  }

  private Verdict run(CampaignTenant tenancy, Ledger ledger, SignalLedger signals)
      throws IOException, InterruptedException, SQLException, ExecutionException {
    Inventory inventory = new Inventory(tenancy);
    Path directory = deployment.directory();
    try (Load load =
        new Load(deployment, tenancy, ledger, signals, settings.clients(), random.split())) {
      List<InjectedFault> done = disturb(tenancy, ledger);
      load.endOrders();
      System.out.println("settling");
      if (!inventory.settle(SETTLE)) {
        System.out.println("not everything has ended within " + SETTLE);
      }
      List<FeedEvent> followed = load.endReading();
      load.feed().write(directory.resolve("events.txt"));
      List<FeedEvent> reread = new FeedReader(tenancy, 100).readAll();
      Map<String, JsonNode> orders = inventory.orders();
      Path log = deployment.gateway().callLog();
      List<PlacedCall> calls = log == null ? List.of() : PlacedCall.read(log);
      CampaignRecord evidence =
          new CampaignRecord(
              ledger.entries(),
              orders,
              followed,
              reread,
              calls,
              log != null,
              done,
              EnrollmentRecord.of(signals, inventory));
      Verdict verdict = new Verdict(evidence, ledger, deployment.endings(), settings.slack());
      verdict.write(directory.resolve("violations.txt"));
      return verdict;
    }
  }

  private List<InjectedFault> disturb(CampaignTenant tenancy, Ledger ledger)
      throws IOException, InterruptedException, SQLException {
    OrderMix mix = new OrderMix("probe", random.split());
    LoadClient prober = new LoadClient(tenancy, deployment.nodes(), ledger, mix, random.split());
    Random chance = new Random(settings.seed());
    FaultInjector disturber =
        new FaultInjector(deployment, prober, ledger, mix, chance, settings.freeze());
    Instant enough = Instant.now().plus(settings.atMost());
    for (Kind kind : FaultInjector.deck(settings.kills(), settings.kinds(), chance)) {
      if (Instant.now().isAfter(enough)) {
        break;
      }
      Thread.sleep(500 + chance.nextInt(3_500));
      disturber.disturb(kind);
    }
    Thread.sleep(3_000);
    return disturber.done();
  }
}
