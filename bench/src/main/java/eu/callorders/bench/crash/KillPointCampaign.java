package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.BenchReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Kills the service at each named point of the dial, and shows that no telephone rings twice, none
 * without a trace, and every order comes to its end. Ends with status 1 otherwise.
 */
public final class KillPointCampaign {
  private static final Duration SETTLE = Duration.ofMinutes(10);

  private final int times;
  private final Deployment deployment;
  private final ScriptedGateway gateway;
  private final Violations violations = new Violations();

  private KillPointCampaign(int times, Deployment deployment) {
    this.times = times;
    this.deployment = deployment;
    this.gateway = (ScriptedGateway) deployment.gateway();
  }

  public static void main(String[] words) throws Exception {
    int times = Arguments.parse(words, Set.of("times")).number("times", 20);
    boolean passed = false;
    Deployment deployment = Deployment.start(1, ScriptedGateway::of);
    try (deployment) {
      passed = new KillPointCampaign(times, deployment).run();
    } finally {
      if (!passed) {
        System.out.println("ledgers and logs in " + deployment.directory());
      }
    }
    if (passed) {
      deployment.delete();
    }
    System.exit(passed ? 0 : 1);
  }

  private boolean run() throws Exception {
    CampaignTenant tenancy = CampaignTenant.provision(deployment);
    BenchReport figures = new BenchReport("kill-points");
    try (SessionBlocker sessions = SessionBlocker.open(deployment.postgres());
        Ledger ledger = new Ledger(deployment.directory().resolve("acknowledged.jsonl"))) {
      OrderMix mix = new OrderMix("dial", new SplittableRandom(1));
      for (KillPoint point : KillPoint.values()) {
        for (int time = 0; time < times; time++) {
          kill(
              point, new KillPointRun(deployment, tenancy, gateway, sessions, ledger, mix.plain()));
        }
        figures.add("killed " + point.title(), times, "times");
      }
      settle(tenancy);
      verify(tenancy, ledger);
      deployment.endings().forEach(ending -> violations.unless(false, ending));
      figures.add("calls placed", gateway.ledger().size(), "");
      figures.add("violations", violations.found().size(), "");
      figures.end();
      violations.found().forEach(found -> System.out.println("! " + found));
    }
    return violations.found().isEmpty();
  }

  private void kill(KillPoint point, KillPointRun dial) throws Exception {
    gateway.behave(ScriptedGateway.Behavior.ANSWER);
    point.reach(dial);
    dial.ensureRunning();
    if (point.endsBeforeTheGatewayTellsAgain()) {
      JsonNode before = dial.shown();
      violations.unless(
          before.path("status").asText().equals("completed"),
          "order %s was stored as %s".formatted(dial.orderId(), before.path("status")));
      dial.sendEvents();
      violations.unless(dial.confirmed(), dial.orderId() + ": repeated events were not confirmed");
      violations.unless(
          dial.shown().equals(before), dial.orderId() + " changed by repeated events");
    }
  }

  /** From now on the gateway sends the events of every call until they are confirmed. */
  private void settle(CampaignTenant tenancy) throws InterruptedException {
    Thread teller =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    gateway.tellAll();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    boolean ended = new Inventory(tenancy).settle(SETTLE);
    teller.interrupt();
    violations.unless(ended, "not everything has ended within " + SETTLE);
  }

  private void verify(CampaignTenant tenancy, Ledger ledger)
      throws InterruptedException, IOException {
    Map<String, JsonNode> orders = new Inventory(tenancy).orders();
    List<FeedEvent> events = new FeedReader(tenancy, 100).readAll();
    List<PlacedCall> calls = new ArrayList<>(gateway.ledger());
    CampaignRecord evidence =
        new CampaignRecord(
            ledger.entries(),
            orders,
            events,
            events,
            calls,
            true,
            List.of(),
            EnrollmentRecord.NONE);
    OrderChecks.check(evidence, violations);
    CallChecks.check(evidence, violations);
    FeedChecks.check(evidence, violations);
    orders.forEach(
        (id, order) ->
            violations.unless(
                order.path("result").path("summary_code").asText().equals("callback_requested")
                    && gateway.taken(id).size() == 1,
                "order %s was dialed %d times and came to %s"
                    .formatted(id, gateway.taken(id).size(), order.path("result"))));
  }
}
