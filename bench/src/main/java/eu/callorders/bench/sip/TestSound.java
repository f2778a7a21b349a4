package eu.callorders.bench.sip;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;

/** Bursts of noise, with pauses that are too long for the speech of a machine. */
final class TestSound {
  private static final int RATE = 8_000;
  private static final int SECONDS = 10;
  private static final int BURST = RATE * 3 / 10;
  private static final int AMPLITUDE = 8_000;
  private static final byte SILENCE = (byte) 0xD5;

  private TestSound() {}

  /** A WAV file, which begins with a burst. */
  static Path wav(Path directory) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    byte[] bytes = new byte[2 * RATE * SECONDS];
    for (int i = 0; i < RATE * SECONDS; i++) {
      int sample = i % RATE < BURST ? random.nextInt(-AMPLITUDE, AMPLITUDE) : 0;
      bytes[2 * i] = (byte) sample;
      bytes[2 * i + 1] = (byte) (sample >> 8);
    }
    Path file = directory.resolve("speech.wav");
    AudioFormat format = new AudioFormat(RATE, 16, 1, true, false);
    try (AudioInputStream sound =
        new AudioInputStream(new ByteArrayInputStream(bytes), format, RATE * SECONDS)) {
      AudioSystem.write(sound, AudioFileFormat.Type.WAVE, file.toFile());
    }
    return file;
  }

  /** The same kind of sound as the payload of packets, A-law. */
  static Path alaw(Path directory) throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    byte[] bytes = new byte[RATE * SECONDS];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = i % RATE < BURST ? (byte) random.nextInt(256) : SILENCE;
    }
    return Files.write(directory.resolve("speech.alaw"), bytes);
  }

  /** Whether an A-law payload is more than silence. */
  static boolean isLoud(byte[] payload, int from) {
    int loud = 0;
    for (int i = from; i < payload.length; i++) {
      loud += (payload[i] & 0x7F) == (SILENCE & 0x7F) ? 0 : 1;
    }
    return loud > (payload.length - from) / 10;
  }
}
