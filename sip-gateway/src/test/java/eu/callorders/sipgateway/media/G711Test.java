package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class G711Test {

  @ParameterizedTest
  @EnumSource
  void decodesAsTheJdk(G711 codec) throws IOException {
    byte[] codes = new byte[256];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = (byte) i;
    }
    AudioFormat.Encoding law =
        codec == G711.PCMA ? AudioFormat.Encoding.ALAW : AudioFormat.Encoding.ULAW;
    AudioInputStream encoded =
        new AudioInputStream(
            new ByteArrayInputStream(codes),
            new AudioFormat(law, 8000, 8, 1, 1, 8000, false),
            codes.length);
    byte[] linear =
        AudioSystem.getAudioInputStream(new AudioFormat(8000, 16, 1, true, true), encoded)
            .readAllBytes();

    for (int i = 0; i < codes.length; i++) {
      short expected = (short) ((linear[2 * i] << 8) | (linear[2 * i + 1] & 0xFF));
      assertThat(codec.decode((byte) i)).as("code %d", i).isEqualTo(expected);
    }
  }

  /** Each sample becomes the code whose value is as near as any. */
  @ParameterizedTest
  @EnumSource
  void encodesToTheNearestCode(G711 codec) {
    for (int sample = Short.MIN_VALUE; sample <= Short.MAX_VALUE; sample += 7) {
      int error = Math.abs(codec.decode(codec.encode((short) sample)) - sample);
      int step = Math.max(16, Math.abs(sample) / 16);
      assertThat(error).as("sample %d", sample).isLessThanOrEqualTo(step);
    }
  }

  @ParameterizedTest
  @EnumSource
  void codesRoundTrip(G711 codec) {
    for (int code = 0; code < 256; code++) {
      short value = codec.decode((byte) code);
      assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
    }
  }

  @Test
  void silenceFollowsTheEndOfSpeech() {
    byte[] frame = G711.PCMA.encode(new short[] {1000, 1000}, 1, 3);

    assertThat(frame).containsExactly(G711.PCMA.encode((short) 1000), (byte) 0xD5, (byte) 0xD5);
    assertThat(G711.PCMU.encode((short) 0)).isEqualTo((byte) 0xFF);
  }
}
