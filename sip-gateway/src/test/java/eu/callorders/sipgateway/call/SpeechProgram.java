package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;

/** A program that notes each text and makes a short tone of it. */
public final class SpeechProgram {
  private static final int RATE = 22_050;
  private static final int MILLIS = 300;

  private final Path path;
  private final Path log;

  public SpeechProgram(Path directory) throws IOException {
    log = directory.resolve("spoken.log");
    Path tone = tone(directory.resolve("speech.wav"));
    path = directory.resolve("speak");
    Files.writeString(path, "#!/bin/sh\ncat >> %s\ncp %s $1\n".formatted(log, tone));
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
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

  private static Path tone(Path file) throws IOException {
    byte[] samples = new byte[RATE * 2 * MILLIS / 1_000];
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
    return file;
  }
}
