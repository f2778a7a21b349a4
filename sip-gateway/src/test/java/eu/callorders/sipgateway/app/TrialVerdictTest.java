package eu.callorders.sipgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.sipgateway.app.TrialVerdict.Check;
import eu.callorders.sipgateway.app.TrialVerdict.Result;
import eu.callorders.sipgateway.media.G711;
import eu.callorders.sipgateway.media.RtpStatistics;
import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.SessionExpires;
import eu.callorders.sipgateway.sip.SipResponse.SeenAs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class TrialVerdictTest {
  private static final Instant NOW = Instant.parse("2026-11-20T09:30:00Z");

  private static final Check DNS =
      new Check("DNS", Result.OK, "carrier.example: udp:192.0.2.1:5060");

  @Test
  void callWithSoundBothWaysPasses() {
    TrialVerdict verdict = TrialVerdict.of(answered("SHA-256", true, 498, 2));

    assertThat(verdict.passed()).isTrue();
    assertThat(verdict.checks())
        .containsExactly(
            DNS,
            new Check("registration", Result.OK, "accepted"),
            new Check("digest", Result.OK, "SHA-256, accepted"),
            new Check("address", Result.OK, "203.0.113.5:5070"),
            new Check("ringing", Result.OK, "after 1.2 s"),
            new Check("answer", Result.OK, "ended by subject"),
            new Check("codec", Result.OK, "PCMA"),
            new Check("sound", Result.OK, "sent 512 packets, received 498"),
            new Check("keys", Result.OK, "heard 2"),
            new Check("session timer", Result.OK, "600 s, refreshed by us"));
  }

  @Test
  void soundInOneDirectionFails() {
    assertThat(TrialVerdict.of(answered("MD5", true, 0, 0)).checks())
        .filteredOn(check -> check.result() == Result.FAILED)
        .extracting(Check::name)
        .containsExactly("sound");
  }

  @Test
  void callWithoutKeysPasses() {
    assertThat(TrialVerdict.of(answered("MD5", true, 10, 0)).passed()).isTrue();
  }

  @Test
  void refusalAndWrongPasswordFail() {
    TrialFacts facts =
        new TrialFacts(
            List.of(), null, "MD5", false, null, null, "trunk_fault", null, null, null, null, 0);

    assertThat(TrialVerdict.of(facts).checks())
        .filteredOn(check -> check.result() == Result.FAILED)
        .extracting(Check::text)
        .containsExactly("MD5, user or password rejected", "not placed: trunk_fault");
  }

  @Test
  void unansweredCallSaysWhy() {
    GatewayEvent.Ended busy =
        ended(Disposition.BUSY, null, null, new GatewayEvent.NetworkCause(486, null, "busy here"));
    TrialFacts facts =
        new TrialFacts(List.of(), null, null, false, null, null, null, busy, null, null, null, 0);

    assertThat(TrialVerdict.of(facts).checks())
        .contains(new Check("answer", Result.FAILED, "busy, normal: busy here (486)"));
  }

  private static TrialFacts answered(String digest, boolean accepted, long received, int keys) {
    return new TrialFacts(
        List.of(DNS),
        true,
        digest,
        accepted,
        new SeenAs("203.0.113.5", 5070),
        Duration.ofMillis(1_234),
        null,
        ended(Disposition.ANSWERED, "subject", NOW, null),
        new SessionDescription(
            "192.0.2.1",
            4000,
            G711.PCMA,
            101,
            SessionDescription.Direction.SENDRECV,
            false,
            null,
            List.of(),
            List.of()),
        new SessionExpires(600, true),
        new RtpStatistics(512, received),
        keys);
  }

  private static GatewayEvent.Ended ended(
      Disposition disposition, String by, Instant answeredAt, GatewayEvent.NetworkCause network) {
    return new GatewayEvent.Ended(
        new GatewayEvent.Header("e", UUID.randomUUID(), "ref", 4, NOW),
        disposition,
        Cause.NORMAL,
        by,
        answeredAt,
        NOW,
        network);
  }
}
