package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpeechQueueTest {
  private static final int FRAME = VoicemailDetector.FRAME;

  private final SpeechQueue queue = new SpeechQueue();
  private final List<String> finished = new ArrayList<>();

  @Test
  void emptyQueueIsSilent() {
    assertThat(queue.nextFrame()).hasSize(FRAME).containsOnly((short) 0);
  }

  @Test
  void partsFollowWithoutAGap() {
    append(1, 100, "a");
    append(2, 100, "b");
    short[] first = queue.nextFrame();
    short[] second = queue.nextFrame();

    assertThat(Arrays.copyOf(first, 100)).containsOnly((short) 1);
    assertThat(Arrays.copyOfRange(first, 100, FRAME)).containsOnly((short) 2);
    assertThat(Arrays.copyOf(second, 40)).containsOnly((short) 2);
    assertThat(Arrays.copyOfRange(second, 40, FRAME)).containsOnly((short) 0);
    assertThat(finished).containsExactly("a", "b");
  }

  @Test
  void markIsReportedAfterWhatIsBeforeIt() {
    append(1, 2 * FRAME, "sound");
    append(0, 0, "mark");
    queue.nextFrame();
    assertThat(finished).isEmpty();
    queue.nextFrame();
    queue.nextFrame();

    assertThat(finished).containsExactly("sound", "mark");
  }

  @Test
  void replacedSpeechDoesNotReportItsEnd() {
    append(1, FRAME, "old");
    queue.replace(samples(2, FRAME), () -> finished.add("new"));

    assertThat(queue.nextFrame()).containsOnly((short) 2);
    assertThat(finished).containsExactly("new");
  }

  @Test
  void clearedSpeechReportsItsEndAtOnce() {
    append(1, FRAME, "sound");
    append(0, 0, "mark");
    queue.clear();

    assertThat(finished).containsExactly("sound", "mark");
    assertThat(queue.nextFrame()).containsOnly((short) 0);
  }

  @Test
  void agentThatTalksForEverIsCutOff() {
    for (int i = 0; i < 200; i++) {
      append(1, G711.SAMPLE_RATE, "second");
    }
    int loud = 0;
    while (queue.nextFrame()[0] == 1) {
      loud++;
    }

    assertThat(loud).isEqualTo(120 * 50);
    assertThat(finished).hasSize(200);
    append(3, FRAME, "again");
    assertThat(queue.nextFrame()).containsOnly((short) 3);
  }

  @Test
  void floodOfMarksIsBoundedAndEachIsReported() {
    append(1, FRAME, "sound");
    for (int i = 0; i < 20_000; i++) {
      append(0, 0, "mark");
    }
    assertThat(finished).hasSize(10_001).doesNotContain("sound");
    queue.nextFrame();
    queue.nextFrame();

    assertThat(finished).hasSize(20_001);
  }

  @Test
  void relayedSoundIsNeverMoreThan200MillisLate() {
    for (int i = 1; i <= 30; i++) {
      queue.relay(samples(i, FRAME));
    }
    List<Integer> heard = new ArrayList<>();
    for (short first = queue.nextFrame()[0]; first != 0; first = queue.nextFrame()[0]) {
      heard.add((int) first);
    }

    assertThat(heard).containsExactly(21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
  }

  private void append(int value, int count, String name) {
    queue.append(samples(value, count), () -> finished.add(name));
  }

  private static short[] samples(int value, int count) {
    short[] samples = new short[count];
    Arrays.fill(samples, (short) value);
    return samples;
  }
}
