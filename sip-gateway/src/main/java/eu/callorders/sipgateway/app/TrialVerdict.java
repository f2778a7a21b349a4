package eu.callorders.sipgateway.app;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.NetworkCause;
import eu.callorders.sipgateway.media.RtpStatistics;
import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.SessionExpires;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Judges a trial call. Pure. */
record TrialVerdict(List<Check> checks) {
  TrialVerdict {
    checks = List.copyOf(checks);
  }

  /** How a check went; {@code NONE} is no fault of the trunk. */
  enum Result {
    OK,
    NONE,
    FAILED
  }

  /** One aspect of the trunk. */
  record Check(String name, Result result, String text) {}

  boolean passed() {
    return checks.stream().noneMatch(check -> check.result() == Result.FAILED);
  }

  static TrialVerdict of(TrialFacts facts) {
    List<Check> checks = new ArrayList<>(facts.network());
    if (facts.registered() != null) {
      checks.add(
          facts.registered()
              ? new Check("registration", Result.OK, "accepted")
              : new Check("registration", Result.FAILED, "not accepted; the log says why"));
    }
    checks.add(digest(facts));
    checks.add(
        facts.seenAs() == null
            ? new Check("address", Result.NONE, "the trunk does not say how it sees us")
            : new Check("address", Result.OK, facts.seenAs().host() + ":" + facts.seenAs().port()));
    checks.add(
        facts.ringing() == null
            ? new Check("ringing", Result.NONE, "not reported")
            : new Check(
                "ringing",
                Result.OK,
                String.format(Locale.ROOT, "after %.1f s", facts.ringing().toMillis() / 1000.0)));
    checks.add(answer(facts.refusal(), facts.ended()));
    conversation(facts, checks);
    return new TrialVerdict(checks);
  }

  private static Check digest(TrialFacts facts) {
    if (facts.digest() == null) {
      return new Check("digest", Result.NONE, "not requested");
    }
    return facts.digestAccepted()
        ? new Check("digest", Result.OK, facts.digest() + ", accepted")
        : new Check("digest", Result.FAILED, facts.digest() + ", user or password rejected");
  }

  private static Check answer(@Nullable String refusal, GatewayEvent.@Nullable Ended ended) {
    if (refusal != null) {
      return new Check("answer", Result.FAILED, "not placed: " + refusal);
    }
    if (ended == null) {
      return new Check("answer", Result.FAILED, "the call has not ended");
    }
    return ended.answeredAt() == null
        ? new Check("answer", Result.FAILED, why(ended))
        : new Check("answer", Result.OK, "ended by " + ended.endedBy());
  }

  private static String why(GatewayEvent.Ended ended) {
    NetworkCause network = ended.network();
    String detail = network == null || network.detail() == null ? "" : ": " + network.detail();
    String status = network == null || network.sip() == null ? "" : " (" + network.sip() + ")";
    return ended.disposition().wire() + ", " + ended.cause().wire() + detail + status;
  }

  private static void conversation(TrialFacts facts, List<Check> checks) {
    SessionDescription media = facts.media();
    if (media == null) {
      return;
    }
    checks.add(
        new Check(
            "codec",
            Result.OK,
            media.codec() + (media.eventType() == null ? ", without telephone-event" : "")));
    RtpStatistics sound = facts.sound() == null ? new RtpStatistics(0, 0) : facts.sound();
    checks.add(
        new Check(
            "sound",
            sound.sent() > 0 && sound.received() > 0 ? Result.OK : Result.FAILED,
            "sent %d packets, received %d".formatted(sound.sent(), sound.received())));
    checks.add(
        new Check(
            "keys",
            facts.keys() > 0 ? Result.OK : Result.NONE,
            facts.keys() > 0 ? "heard " + facts.keys() : "none was pressed"));
    SessionExpires session = facts.session();
    checks.add(
        session == null
            ? new Check("session timer", Result.NONE, "not used")
            : new Check(
                "session timer",
                Result.OK,
                session.seconds() + " s, refreshed by " + (session.weRefresh() ? "us" : "them")));
  }
}
