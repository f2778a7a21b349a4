package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Arguments;
import eu.callorders.bench.BenchReport;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;

/** Kills the service at each named point of a dial; ends with 1 on a violation. */
public final class KillPointCampaign {
  private static final Duration SETTLE = Duration.ofMinutes(10);

  private final int times;
  private final Deployment deployment;
  private final ScriptedGateway gateway;
  private final CampaignTenant tenancy;
  private final Violations violations = new Violations();

  private KillPointCampaign(int times, Deployment deployment) throws InterruptedException {
    this.times = times;
    this.deployment = deployment;
    this.gateway = (ScriptedGateway) deployment.gateway;
    this.tenancy = new CampaignTenant(deployment);
  }

  /** Options: {@code --times N}. */
  public static void main(String[] words) throws Exception {
    int times = Arguments.parse(words, "times").number("times", 20);
    boolean passed =
        Deployment.use(
            1,
            ScriptedGateway::of,
            deployment -> new KillPointCampaign(times, deployment).run().isEmpty());
    System.exit(passed ? 0 : 1);
  }

  private List<String> run() throws Exception {
    BenchReport figures = new BenchReport("kill-points");
    try (Ledger ledger = new Ledger(deployment.directory.resolve("acknowledged.jsonl"))) {
      OrderMix mix = new OrderMix("dial", new SplittableRandom(1));
      for (KillPoint point : KillPoint.values()) {
        for (int time = 0; time < times; time++) {
          try (KillPointRun dial = new KillPointRun(deployment, tenancy, ledger, mix.plain())) {
            kill(point, dial);
          }
        }
        figures.add("killed " + point.title(), times, "times");
      }
      settle();
      verify(ledger);
    }
    deployment.endings().forEach(violations::add);
    figures.add("calls placed", gateway.ledger().size(), "");
    figures.add("violations", violations.found().size(), "");
    figures.end();
    violations.found().forEach(found -> System.out.println("! " + found));
    return violations.found();
  }

  private void kill(KillPoint point, KillPointRun dial) throws Exception {
    gateway.behave(ScriptedGateway.Behavior.ANSWER);
    point.approach.reach(dial);
    deployment.nodes.getFirst().ensureRunning();
    if (point.endsAtOnce()) {
      String order = dial.orderId();
      JsonNode before = dial.shown();
      JsonNode status = before.path("status");
      violations.unless(
          status.asText().equals("completed"),
          "order %s was stored as %s".formatted(order, status));
      dial.sendEvents();
      violations.unless(
          dial.confirmed(), "%s: repeated events were not confirmed".formatted(order));
      violations.unless(
          dial.shown().equals(before), "%s changed by repeated events".formatted(order));
    }
  }

  /** From now on the gateway sends the events of every call until they are confirmed. */
  private void settle() throws InterruptedException {
    Thread teller = Thread.ofVirtual().start(gateway::tellAll);
    boolean ended = new Inventory(tenancy).settle(SETTLE);
    teller.interrupt();
    violations.unless(ended, "not everything has ended within %s".formatted(SETTLE));
  }

  private void verify(Ledger ledger) throws InterruptedException {
    CampaignRecord.Shown shown = new Inventory(tenancy).shown(ledger);
    List<FeedEvent> events = new FeedReader(tenancy, 100).readAll();
    CampaignRecord evidence =
        new CampaignRecord(ledger, events, events, gateway.ledger(), List.of(), shown);
    OrderChecks.check(evidence, violations);
    CallChecks.check(evidence, violations);
    FeedChecks.check(evidence, violations);
    shown
        .orders()
        .forEach(
            (id, order) ->
                violations.unless(
                    order.at("/result/summary_code").asText().equals("callback_requested")
                        && gateway.taken(id).size() == 1,
                    "order %s was dialed %d times and came to %s"
                        .formatted(id, gateway.taken(id).size(), order.path("result"))));
  }
}
