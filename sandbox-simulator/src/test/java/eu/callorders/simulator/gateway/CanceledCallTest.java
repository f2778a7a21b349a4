package eu.callorders.simulator.gateway;

import static eu.callorders.simulator.Calls.NOW;
import static eu.callorders.simulator.Calls.toDigits;
import static eu.callorders.simulator.gateway.SimulatedGatewayTest.CONVERSATION;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Calls that the service cancels. */
class CanceledCallTest {
  private final ManualClock time = new ManualClock();
  private final CollectedEvents out = new CollectedEvents();
  private final SimulatedGateway gateway =
      new SimulatedGateway(
          new SimulatorEnvironment(time, time, out), new InMemoryCallRegistry(10_000));

  @Test
  void ringingCallCanBeStopped() {
    PlaceCall call = toDigits("21").delays(1000, 1000, 0).build();
    gateway.place(call);

    assertThat(gateway.cancel(call.attemptId())).isEqualTo(CancelResult.ACCEPTED);
    assertThat(out.kinds()).isEqualTo("Accepted-Ringing-Ended");
    GatewayEvent.Ended ended = out.only(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.CANCELED);
    assertThat(ended.cause()).isEqualTo(Cause.STOPPED);
    assertThat(ended.answeredAt()).isNull();
    assertThat(time.idle()).isTrue();
    assertThat(gateway.cancel(call.attemptId())).isEqualTo(CancelResult.ALREADY_ENDED);
  }

  @Test
  void stoppedConversationIsAnsweredAndIncomplete() {
    PlaceCall call = toDigits("21").delays(1000, 1000, 0).build();
    gateway.place(call);
    time.advance(Duration.ofMillis(1500));

    assertThat(gateway.cancel(call.attemptId())).isEqualTo(CancelResult.ACCEPTED);
    time.advance(Duration.ofSeconds(10));
    assertThat(out.kinds()).isEqualTo(CONVERSATION);
    GatewayEvent.Ended ended = out.only(GatewayEvent.Ended.class);
    assertThat(ended.disposition()).isEqualTo(Disposition.ANSWERED);
    assertThat(ended.endedBy()).isEqualTo("platform");
    assertThat(ended.answeredAt()).isEqualTo(NOW.plusMillis(1000));
    assertThat(ended.endedAt()).isEqualTo(NOW.plusMillis(1500));
    assertThat(out.only(GatewayEvent.Report.class).document())
        .containsEntry("summary_code", "conversation_incomplete");
  }

  @Test
  void stoppedVoicemailStaysVoicemail() {
    PlaceCall call = toDigits("12").delays(1000, 1000, 0).build();
    gateway.place(call);
    time.advance(Duration.ofMillis(1500));

    assertThat(gateway.cancel(call.attemptId())).isEqualTo(CancelResult.ACCEPTED);
    assertThat(out.only(GatewayEvent.Ended.class).disposition()).isEqualTo(Disposition.VOICEMAIL);
    assertThat(time.idle()).isTrue();
  }

  @Test
  void pendingReportFollowsALateCancel() {
    PlaceCall call = toDigits("40").build();
    gateway.place(call);
    assertThat(gateway.cancel(call.attemptId())).isEqualTo(CancelResult.ALREADY_ENDED);
    time.advance(Duration.ofMinutes(1));
    assertThat(out.kinds()).isEqualTo(CONVERSATION);
  }

  @Test
  void disorderAppliesToAStoppedCall() {
    PlaceCall call = toDigits("43").delays(10, 10, 10).build();
    gateway.place(call);
    gateway.cancel(call.attemptId());
    assertThat(out.kinds()).isEqualTo("Ringing-Accepted-Ended-Ended-Ringing-Accepted");
  }
}
