package eu.callorders.core.telephony.wire;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.Simulate;
import eu.callorders.core.telephony.SimulatedOutcome;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The part of a placing that forces the course of a simulated call. */
final class SimulateDocument {
  private static final Duration MAX_DELAY = Duration.ofMinutes(10);
  private static final int MAX_ATTEMPTS = 100;
  private static final int MAX_WORD_LENGTH = 100;

  private SimulateDocument() {}

  static Map<String, Object> write(Simulate simulate) {
    return new ObjectBuilder()
        .with("outcome", simulate.outcome() == null ? null : outcome(simulate.outcome()))
        .with("attempts", simulate.attempts().stream().map(Disposition::wire).toList())
        .with(
            "delays",
            new ObjectBuilder()
                .with("ring_ms", simulate.delays().ring().toMillis())
                .with("talk_ms", simulate.delays().talk().toMillis())
                .with("report_ms", simulate.delays().report().toMillis())
                .build())
        .build();
  }

  static @Nullable Simulate read(@Nullable ObjectReader simulate) {
    if (simulate == null) {
      return null;
    }
    ObjectReader delays = simulate.object("delays");
    List<Disposition> attempts =
        simulate.array("attempts", MAX_ATTEMPTS, SimulateDocument::disposition);
    return new Simulate(
        outcome(simulate.optionalObject("outcome")),
        attempts,
        new Simulate.Delays(
            delays.milliseconds("ring_ms", MAX_DELAY),
            delays.milliseconds("talk_ms", MAX_DELAY),
            delays.milliseconds("report_ms", MAX_DELAY)));
  }

  private static Disposition disposition(@Nullable Object tree, String pointer) {
    Disposition disposition = WireEnums.read(tree, pointer, Disposition.class, Disposition::wire);
    if (disposition == Disposition.CANCELED) {
      throw new MalformedDocumentException(pointer, "cannot be forced");
    }
    return disposition;
  }

  private static Map<String, Object> outcome(SimulatedOutcome outcome) {
    return new ObjectBuilder()
        .with("summary_code", outcome.summaryCode())
        .with("reachability", outcome.reachability())
        .with("engagement", outcome.engagement())
        .with("termination_actor", outcome.terminationActor())
        .with("findings", outcome.findings())
        .build();
  }

  private static @Nullable SimulatedOutcome outcome(@Nullable ObjectReader outcome) {
    return outcome == null
        ? null
        : new SimulatedOutcome(
            outcome.text("summary_code", MAX_WORD_LENGTH),
            outcome.optionalText("reachability", MAX_WORD_LENGTH),
            outcome.optionalText("engagement", MAX_WORD_LENGTH),
            outcome.optionalText("termination_actor", MAX_WORD_LENGTH),
            outcome.has("findings") ? outcome.freeForm("findings") : null);
  }
}
