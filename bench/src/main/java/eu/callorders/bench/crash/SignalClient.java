package eu.callorders.bench.crash;

import eu.callorders.bench.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Sends signals and further facts; sometimes it pauses, resumes or cancels an enrollment. */
final class SignalClient extends LoadClient {
  private static final double END = 0.12;
  private static final double POSTPONE = 0.2;
  private static final double PAUSE = 0.4;
  private static final double CANCEL = 0.48;
  private static final double STAY_PAUSED = 0.3;

  private final SignalMix mix;
  private final List<Ledger.SignalEntry> enrolled = new ArrayList<>();

  SignalClient(
      CampaignTenant tenancy,
      List<ServiceNode> nodes,
      Ledger ledger,
      SignalMix mix,
      RandomGenerator random) {
    super(tenancy, nodes, ledger, random);
    this.mix = mix;
  }

  @Override
  void act() throws InterruptedException {
    Ledger.SignalEntry begun = send(mix.trigger());
    if (!begun.enrolled().isEmpty()) {
      enrolled.add(begun);
    }
    if (enrolled.size() > 5) {
      meddle(enrolled.remove(random.nextInt(enrolled.size())));
    }
  }

  private Ledger.SignalEntry send(SignalMix.Keyed signal) throws InterruptedException {
    Ledger.SignalEntry entry = ledger.intend(signal);
    insist(
        node -> {
          Http.Answer answer = send(node, "POST", "/v1/signals", signal.body(), "");
          ledger.answered(entry, answer, node.name);
          return answer;
        });
    return entry;
  }

  private void meddle(Ledger.SignalEntry begun) throws InterruptedException {
    String enrollment = begun.enrolled().getFirst();
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
    Http.Answer answer;
    do {
      ServiceNode node = anyNode();
      answer = send(node, "POST", target, "", enrollment + "-" + action);
      ledger.asked(enrollment, action, answer, node.name);
      Thread.sleep(20 + random.nextLong(100));
    } while (answer.passing());
  }
}
