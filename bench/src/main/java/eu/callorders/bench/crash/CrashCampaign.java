package eu.callorders.bench.crash;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.GatewayUnderTest;
import eu.callorders.bench.PlacedCall;
import eu.callorders.bench.SimulatorProcess;
import eu.callorders.bench.crash.InjectedFault.Kind;
import eu.callorders.bench.sip.SipGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Breaks a deployment under load and judges what it shows then; ends with 1 on a violation. */
public final class CrashCampaign {
  private static final Duration SETTLE = Duration.ofMinutes(15);

  /** In real time an unknown outcome takes this long to be given up. */
  private static final Duration SETTLE_LIVE = Duration.ofMinutes(30);

  private final Arguments arguments;
  private final Deployment deployment;
  private final Random chance;
  private final SplittableRandom random;
  private final CampaignTenant tenancy;
  private final @Nullable CallablePlace place;

  private CrashCampaign(
      Arguments arguments, long seed, @Nullable CallablePlace place, Deployment deployment)
      throws InterruptedException {
    this.arguments = arguments;
    this.place = place;
    this.deployment = deployment;
    this.chance = new Random(seed);
    this.random = new SplittableRandom(seed);
    this.tenancy = new CampaignTenant(deployment);
  }

  /** Takes the options that bench/README.md explains. */
  public static void main(String[] words) throws Exception {
    Arguments arguments =
        Arguments.parse(
            words, "kills", "seed", "freeze", "gateway", "nodes", "clients", "slack", "minutes");
    long seed = arguments.seed();
    System.out.println("seed " + seed);
    String gateway = arguments.text("gateway", "simulator");
    CallablePlace place = gateway.equals("sip") ? callablePlace(arguments) : null;
    boolean passed =
        Deployment.use(
            gateway.equals("embedded") ? 1 : arguments.number("nodes", 2),
            gateways(gateway),
            deployment -> new CrashCampaign(arguments, seed, place, deployment).run());
    System.exit(passed ? 0 : 1);
  }

  private static GatewayUnderTest.Factory gateways(String name) {
    return switch (name) {
      case "embedded" -> (directory, secret, callback) -> new GatewayUnderTest.Embedded();
      case "simulator" -> SimulatorProcess::new;
      case "sip" -> SipGateway::live;
      default -> throw new IllegalArgumentException("--gateway simulator, embedded or sip");
    };
  }

  /** A live service makes no call at other hours, and no clock can be sent ahead. */
  private static CallablePlace callablePlace(Arguments arguments) {
    Duration length = Duration.ofMinutes(arguments.number("minutes", 30)).plus(SETTLE_LIVE);
    return CallablePlace.during(Instant.now(), length)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no person of the campaign may be called for the next %d minutes: run it later"
                        .formatted(length.toMinutes())));
  }

  private boolean run() throws Exception {
    if (place == null) {
      CampaignSequence.createAll(tenancy);
    }
    Path directory = deployment.directory;
    int clients = arguments.number("clients", 6);
    try (Ledger ledger = new Ledger(directory.resolve("acknowledged.jsonl"));
        Load load = new Load(deployment, tenancy, ledger, clients, random.split(), place)) {
      CampaignRecord evidence = evidence(load, ledger);
      load.feed.write(directory.resolve("events.txt"));
      List<String> further = new ArrayList<>(deployment.endings());
      if (deployment.gateway instanceof SipGateway gateway) {
        System.out.println("INVITEs at the carrier: " + gateway.invites());
        further.addAll(gateway.contradictions());
      }
      Verdict verdict = new Verdict(evidence, further, arguments.number("slack", 1));
      verdict.write(directory.resolve("violations.txt"));
      verdict.print();
      return verdict.passed();
    }
  }

  private CampaignRecord evidence(Load load, Ledger ledger) throws Exception {
    List<InjectedFault> done = disturb(ledger);
    load.endOrders();
    System.out.println("settling");
    Inventory inventory = new Inventory(tenancy);
    if (!(place == null ? inventory.settle(SETTLE) : inventory.awaitEnds(SETTLE_LIVE))) {
      System.out.println("not everything has ended");
    }
    List<FeedEvent> followed = load.endReading();
    Path log = deployment.gateway.callLog();
    return new CampaignRecord(
        ledger,
        followed,
        new FeedReader(tenancy, 100).readAll(),
        log == null ? null : PlacedCall.read(log),
        done,
        inventory.shown(ledger));
  }

  private List<InjectedFault> disturb(Ledger ledger) throws Exception {
    OrderMix mix = new OrderMix("probe", random.split(), place);
    OrderClient prober = new OrderClient(tenancy, deployment.nodes, ledger, mix, random.split());
    Duration freeze = Duration.ofSeconds(arguments.number("freeze", 60));
    List<InjectedFault> done = new ArrayList<>();
    FaultInjector injector = new FaultInjector(deployment, prober, mix, chance, freeze, done);
    Instant enough = Instant.now().plus(Duration.ofMinutes(arguments.number("minutes", 600)));
    for (Kind kind : injector.deck(arguments.number("kills", 100))) {
      if (Instant.now().isAfter(enough)) {
        break;
      }
      Thread.sleep(500 + chance.nextInt(3_500));
      injector.disturb(kind);
    }
    Thread.sleep(3_000);
    return done;
  }
}
