package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;

/**
 * A program that notes each text and makes a short tone of it. The first text is the disclosure.
 */
public final class SpeechProgram {
  private static final int RATE = 22_050;
  private static final Duration SHORT = Duration.ofMillis(300);

  private final Path path;
  private final Path log;
  private final Path disclosure;

  public SpeechProgram(Path directory) throws IOException {
    log = directory.resolve("spoken.log");
    disclosure = directory.resolve("disclosure.wav");
    Path other = directory.resolve("speech.wav");
    writeTone(disclosure, SHORT);
    writeTone(other, SHORT);
    path = directory.resolve("speak");
    Files.writeString(
        path,
        """
        #!/bin/sh
        tone=%s
        [ -e %s ] || tone=%s
        cat >> %s
        cp $tone $1
        """
            .formatted(other, log, disclosure, log));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
  }

  /** Makes the disclosure as long as a test needs to act while it is spoken. */
  void disclosureLasts(Duration time) throws IOException {
    writeTone(disclosure, time);
  }

  public Path path() {
    return path;
  }

  /** Waits until that many texts are noted; returns all. */
  public List<String> await(int count) throws IOException {
    Instant deadline = Instant.now().plusSeconds(60);
    while (!Files.exists(log) || Files.readAllLines(log).size() < count) {
      assertThat(Instant.now()).as("%d texts are spoken", count).isBefore(deadline);
      LockSupport.parkNanos(5_000_000);
    }
    return Files.readAllLines(log);
  }

  private static void writeTone(Path file, Duration length) throws IOException {
    byte[] samples = new byte[(int) (RATE * 2 * length.toMillis() / 1_000)];
    for (int i = 0; i + 1 < samples.length; i += 2) {
      int sample = (int) (8_000 * Math.sin(2 * Math.PI * 300 * (i / 2) / RATE));
      samples[i] = (byte) sample;
      samples[i + 1] = (byte) (sample >> 8);
    }
    AudioFormat format = new AudioFormat(RATE, 16, 1, true, false);
    try (AudioInputStream sound =
        new AudioInputStream(new ByteArrayInputStream(samples), format, samples.length / 2)) {
      AudioSystem.write(sound, AudioFileFormat.Type.WAVE, file.toFile());
    }
  }
}
