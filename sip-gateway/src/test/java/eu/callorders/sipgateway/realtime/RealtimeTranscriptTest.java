package eu.callorders.sipgateway.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.GatewayEvent.Turn;
import org.junit.jupiter.api.Test;

class RealtimeTranscriptTest {
  private final RealtimeTranscript transcript = new RealtimeTranscript();

  @Test
  void turnsAreInTheOrderOfTheirBeginnings() {
    transcript.disclosed("Hier spricht eine KI.", 0, 3_000);
    transcript.agentSpeaks("a1", 3_100, 2_000);
    transcript.agentSaid("a1", "Spreche ich mit Frau Muster?", 3_200);
    transcript.personBegins("p1", 5_500);
    transcript.personEnds("p1", 6_000);
    transcript.agentSpeaks("a2", 6_800, 1_000);
    transcript.agentSaid("a2", "Danke.", 6_900);
    transcript.personSaid("p1", "Ja.", 7_500); // comes late

    assertThat(transcript.turns())
        .containsExactly(
            new Turn(0, "agent", 0, 3_000, "Hier spricht eine KI."),
            new Turn(1, "agent", 3_100, 5_100, "Spreche ich mit Frau Muster?"),
            new Turn(2, "subject", 5_500, 6_000, "Ja."),
            new Turn(3, "agent", 6_800, 7_800, "Danke."));
    assertThat(transcript.isComplete()).isTrue();
  }

  @Test
  void soundThatComesFasterThanItIsSpokenQueues() {
    transcript.agentSpeaks("a1", 1_000, 500);
    transcript.agentSpeaks("a1", 1_010, 500);
    transcript.agentSpeaks("a2", 1_020, 300);
    transcript.agentSaid("a1", "one", 1_030);
    transcript.agentSaid("a2", "two", 1_030);

    assertThat(transcript.turns())
        .containsExactly(
            new Turn(0, "agent", 1_000, 2_000, "one"), new Turn(1, "agent", 2_000, 2_300, "two"));
  }

  @Test
  void interruptionCutsWhatIsSpoken() {
    transcript.agentSpeaks("a1", 1_000, 5_000);
    transcript.agentSaid("a1", "a long sentence", 1_100);

    assertThat(transcript.interrupt(2_500))
        .contains(new RealtimeTranscript.Interruption("a1", 1_500));
    assertThat(transcript.turns())
        .containsExactly(new Turn(0, "agent", 1_000, 2_500, "a long sentence"));
    assertThat(transcript.interrupt(2_600)).isEmpty();
  }

  @Test
  void nothingIsInterruptedAfterTheEnd() {
    assertThat(transcript.interrupt(100)).isEmpty();
    transcript.agentSpeaks("a1", 1_000, 500);

    assertThat(transcript.interrupt(1_500)).isEmpty();
  }

  @Test
  void missingTextIsAnIncompleteTranscript() {
    transcript.personBegins("p1", 100);
    transcript.personEnds("p1", 200);

    assertThat(transcript.isComplete()).isFalse();
    assertThat(transcript.turns()).isEmpty();
  }

  @Test
  void pressedKeysAreNotShown() {
    transcript.personPressed(8, 4_000);

    assertThat(transcript.turns())
        .containsExactly(new Turn(0, "subject", 4_000, 4_000, "[********]"));
  }

  @Test
  void turnsAreBounded() {
    for (int i = 0; i < 1_500; i++) {
      transcript.personSaid("p" + i, "x".repeat(100), i);
    }

    assertThat(transcript.turns()).hasSize(1_000);
    assertThat(transcript.isComplete()).isFalse();
  }

  @Test
  void textIsBounded() {
    for (int i = 0; i < 50; i++) {
      transcript.personSaid("p" + i, "x".repeat(20_000), i);
    }

    assertThat(transcript.turns()).hasSize(25);
    assertThat(transcript.turns().getFirst().text()).hasSize(10_000);
    assertThat(transcript.isComplete()).isFalse();
  }
}
