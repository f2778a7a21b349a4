package eu.callorders.bench.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * One client: sends signals, some of them several times at once, and asks again until it knows what
 * outcome of one. Sometimes it sends further facts, or pauses and resumes an enrollment, or cancels
 * it.
 */
final class SignalClient {
  private static final long PAUSE_MILLIS = 300;
  private static final double TWICE_AT_ONCE = 0.2;
  private static final double AGAIN_LATER = 0.2;
  private static final double END = 0.12;
  private static final double POSTPONE = 0.2;
  private static final double PAUSE = 0.4;
  private static final double CANCEL = 0.48;
  private static final double STAY_PAUSED = 0.3;

  private final CampaignTenant tenancy;
  private final List<ServiceNode> nodes;
  private final SignalLedger ledger;
  private final SignalMix mix;
  private final RandomGenerator random;

  SignalClient(
      CampaignTenant tenancy,
      List<ServiceNode> nodes,
      SignalLedger ledger,
      SignalMix mix,
      RandomGenerator random) {
    this.tenancy = tenancy;
    this.nodes = nodes;
    this.ledger = ledger;
    this.mix = mix;
    this.random = random;
  }

  /** Goes on as long as it may; what it has begun it brings to an end. */
  void run(BooleanSupplier more, BooleanSupplier paused) throws InterruptedException {
    List<SignalLedger.Entry> climbing = new ArrayList<>();
    while (more.getAsBoolean()) {
      if (!paused.getAsBoolean()) {
        SignalLedger.Entry begun = send(mix.trigger());
        if (!begun.having("enrolled").isEmpty()) {
          climbing.add(begun);
        }
        if (climbing.size() > 5) {
          meddle(climbing.remove(random.nextInt(climbing.size())));
        }
      }
      Thread.sleep(random.nextLong(2 * PAUSE_MILLIS));
    }
  }

  private SignalLedger.Entry send(SignalMix.Keyed signal) throws InterruptedException {
    SignalLedger.Entry entry = ledger.intend(signal);
    List<Thread> others = new ArrayList<>();
    if (random.nextDouble() < TWICE_AT_ONCE) {
      for (ServiceNode node : nodes) {
        others.add(Thread.ofVirtual().start(() -> quietly(() -> send(entry, node))));
      }
    }
    while (send(entry, anyNode()).passing()) {
      Thread.sleep(20 + random.nextLong(200));
    }
    for (Thread other : others) {
      other.join();
    }
    if (random.nextDouble() < AGAIN_LATER) {
      send(entry, anyNode());
    }
    return entry;
  }

  private void meddle(SignalLedger.Entry begun) throws InterruptedException {
    String enrollment = begun.having("enrolled").getFirst();
    String reference = begun.signal().reference();
    double dice = random.nextDouble();
    if (dice < END) {
      List<String> ends = new ArrayList<>(CampaignSequences.OF_PLATFORM);
      ends.add(CampaignSequences.CREDITED);
      send(mix.telling(ends.get(random.nextInt(ends.size())), reference));
    } else if (dice < POSTPONE) {
      send(mix.telling(CampaignSequences.POSTPONED, reference));
    } else if (dice < PAUSE) {
      ask(enrollment, "pause");
      if (random.nextDouble() > STAY_PAUSED) {
        Thread.sleep(random.nextLong(1_000));
        ask(enrollment, "resume");
      }
    } else if (dice < CANCEL) {
      ask(enrollment, "cancel");
    }
  }

  /** With a key, so that what is asked again and again is done once. */
  private void ask(String enrollment, String action) throws InterruptedException {
    String target = "/v1/enrollments/" + enrollment + "/" + action;
    String key = enrollment + "-" + action;
    Http.Answer answer;
    do {
      ServiceNode node = anyNode();
      answer = tenancy.send(node.baseUrl(), "POST", target, "", key);
      ledger.asked(enrollment, action, answer, node.name());
      Thread.sleep(20 + random.nextLong(100));
    } while (answer.passing());
  }

  private Http.Answer send(SignalLedger.Entry entry, ServiceNode node) throws InterruptedException {
    Http.Answer answer =
        tenancy.send(node.baseUrl(), "POST", "/v1/signals", entry.signal().body(), "");
    ledger.answered(entry, answer, node.name());
    return answer;
  }

  private ServiceNode anyNode() {
    return nodes.get(random.nextInt(nodes.size()));
  }

  private interface Step {
    void run() throws InterruptedException;
  }

  private static void quietly(Step step) {
    try {
      step.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
