package eu.callorders.core.call;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one conversation once the agent's report has been checked.
 *
 * @param reported the summary code that the agent chose
 * @param actor who ended it, as far as the report or its code tells; what the network saw counts
 *     more
 */
public record Conversation(
    SummaryCode reported,
    Reachability reachability,
    Engagement engagement,
    Actor actor,
    Findings findings) {

  public Conversation {
    if (!reported.spoken()) {
      throw new IllegalArgumentException(reported.wire() + " sums up no conversation");
    }
  }

  /** A conversation as reported; what the report leaves out is what is usual for its code. */
  public static Conversation of(
      SummaryCode reported,
      @Nullable Reachability reachability,
      @Nullable Engagement engagement,
      @Nullable Actor actor,
      Findings findings) {
    SummaryCode.Usual usual = reported.usual();
    return new Conversation(
        reported,
        reachability == null ? usual.reachability() : reachability,
        engagement == null ? usual.engagement() : engagement,
        actor == null ? usual.actor() : actor,
        findings);
  }

  /** A conversation whose report is no use: somebody spoke, nothing else is known. */
  public static Conversation unusable() {
    return new Conversation(
        SummaryCode.NO_OUTCOME,
        Reachability.UNKNOWN,
        Engagement.UNKNOWN,
        Actor.UNKNOWN,
        Findings.NONE);
  }

  /** The same, with an objection that was told apart from the report, or its suppression entry. */
  public Conversation objecting(Findings.Objection said) {
    return new Conversation(reported, reachability, engagement, actor, findings.objecting(said));
  }

  public boolean objected() {
    return findings.objection() != null;
  }

  /** The code that sums it up: of the reported one and those of the findings, the earliest. */
  public SummaryCode summary() {
    Set<SummaryCode> codes = EnumSet.of(reported);
    codes.addAll(findings.codes());
    return Collections.min(codes);
  }
}
