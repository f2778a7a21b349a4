package eu.callorders.core.call;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A conversation according to the checked report of the agent.
 *
 * @param reportedCode the summary code that the agent chose
 * @param actor the party that ended it by the report or its code; the network's report takes
 *     precedence
 */
public record Conversation(
    SummaryCode reportedCode,
    Reachability reachability,
    Engagement engagement,
    Actor actor,
    Findings findings) {

  public Conversation {
    if (!reportedCode.isConversation()) {
      throw new IllegalArgumentException(reportedCode.wire() + " is no summary of a conversation");
    }
  }

  /** A conversation as reported; missing values default to those of its code. */
  public static Conversation of(
      SummaryCode reported,
      @Nullable Reachability reachability,
      @Nullable Engagement engagement,
      @Nullable Actor actor,
      Findings findings) {
    SummaryCode.Defaults usual = reported.defaults();
    return new Conversation(
        reported,
        reachability == null ? usual.reachability() : reachability,
        engagement == null ? usual.engagement() : engagement,
        actor == null ? usual.actor() : actor,
        findings);
  }

  /** A conversation with an unusable report: only the fact that it took place is known. */
  public static Conversation ofUnusableReport() {
    return new Conversation(
        SummaryCode.NO_OUTCOME,
        Reachability.UNKNOWN,
        Engagement.UNKNOWN,
        Actor.UNKNOWN,
        Findings.NONE);
  }

  /** A copy with an objection reported separately, or with its suppression. */
  public Conversation withObjection(Findings.Objection objection) {
    return new Conversation(
        reportedCode, reachability, engagement, actor, findings.withObjection(objection));
  }

  /** The first, in the order of the codes, of the reported code and those of the findings. */
  public SummaryCode summary() {
    Set<SummaryCode> codes = EnumSet.of(reportedCode);
    codes.addAll(findings.codes());
    return Collections.min(codes);
  }
}
