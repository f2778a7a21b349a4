package eu.callorders.bench.crash;

import eu.callorders.bench.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * One client: sends signals, and asks again until it knows the outcome of one. Sometimes it sends
 * further facts, or pauses and resumes an enrollment, or cancels it.
 */
final class SignalClient {
  private static final long PAUSE_MILLIS = 300;
  private static final double END = 0.12;
  private static final double POSTPONE = 0.2;
  private static final double PAUSE = 0.4;
  private static final double CANCEL = 0.48;
  private static final double STAY_PAUSED = 0.3;

  private final NodeClient client;
  private final SignalLedger ledger;
  private final SignalMix mix;
  private final RandomGenerator random;

  SignalClient(
      CampaignTenant tenancy,
      List<ServiceNode> nodes,
      SignalLedger ledger,
      SignalMix mix,
      RandomGenerator random) {
    this.client = new NodeClient(tenancy, nodes, random);
    this.ledger = ledger;
    this.mix = mix;
    this.random = random;
  }

  /** Goes on as long as it may; what it has begun it brings to an end. */
  void run(BooleanSupplier more, BooleanSupplier paused) throws InterruptedException {
    List<SignalLedger.Entry> enrolled = new ArrayList<>();
    while (more.getAsBoolean()) {
      if (!paused.getAsBoolean()) {
        SignalLedger.Entry begun = send(mix.trigger());
        if (!begun.having("enrolled").isEmpty()) {
          enrolled.add(begun);
        }
        if (enrolled.size() > 5) {
          meddle(enrolled.remove(random.nextInt(enrolled.size())));
        }
      }
      Thread.sleep(random.nextLong(2 * PAUSE_MILLIS));
    }
  }

  private SignalLedger.Entry send(SignalMix.Keyed signal) throws InterruptedException {
    SignalLedger.Entry entry = ledger.intend(signal);
    client.insist(
        node -> {
          Http.Answer answer = client.send(node, "POST", "/v1/signals", signal.body(), "");
          ledger.answered(entry, answer, node.name());
          return answer;
        });
    return entry;
  }

  private void meddle(SignalLedger.Entry begun) throws InterruptedException {
    String enrollment = begun.having("enrolled").getFirst();
    String reference = begun.signal.reference();
    double dice = random.nextDouble();
    if (dice < END) {
      List<String> ends = new ArrayList<>(CampaignSequence.OF_PLATFORM);
      ends.add(CampaignSequence.CREDITED);
      send(mix.telling(ends.get(random.nextInt(ends.size())), reference));
    } else if (dice < POSTPONE) {
      send(mix.telling(CampaignSequence.POSTPONED, reference));
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
      ServiceNode node = client.anyNode();
      answer = client.send(node, "POST", target, "", key);
      ledger.asked(enrollment, action, answer, node.name());
      Thread.sleep(20 + random.nextLong(100));
    } while (answer.passing());
  }
}
