package eu.callorders.sipgateway.media;

import eu.callorders.sipgateway.config.SpeechSettings;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import javax.sound.sampled.UnsupportedAudioFileException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes texts into sound, by a program or from recorded prompts. Blocks. */
public final class SpeechRenderer {
  private static final Logger LOG = LoggerFactory.getLogger(SpeechRenderer.class);
  private static final int TIMEOUT_SECONDS = 10;
  private static final int MAX_SECONDS = 300;
  private static final AudioFormat TELEPHONE =
      new AudioFormat(G711.SAMPLE_RATE, 16, 1, true, false);

  private final SpeechSettings settings;

  public SpeechRenderer(SpeechSettings settings) {
    this.settings = settings;
  }

  /**
   * The samples of a text at 8 kHz.
   *
   * @param language {@code de}, {@code en}
   */
  public short[] render(String text, String language) throws SpeechException, InterruptedException {
    String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
    return settings.prompts() == null
        ? run(line, language)
        : prompt(settings.prompts(), line, language);
  }

  /** The program reads the text from its input: arguments are visible to other users. */
  private short[] run(String text, String language) throws SpeechException, InterruptedException {
    Path file = null;
    try {
      file = Files.createTempFile("speech-", ".wav");
      String path = file.toString();
      List<String> command =
          settings.command().stream()
              .map(word -> word.replace("{language}", language).replace("{file}", path))
              .toList();
      Process program =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        write(text, program);
        if (!program.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
          throw new SpeechException("the speech program takes too long");
        }
      } finally {
        program.destroyForcibly();
      }
      if (program.exitValue() != 0) {
        throw new SpeechException("the speech program ended with status " + program.exitValue());
      }
      return read(file);
    } catch (IOException e) {
      throw new SpeechException("the speech program does not work: " + e.getMessage(), e);
    } finally {
      delete(file);
    }
  }

  /** A program that reads no input may have ended; its status says whether it worked. */
  private static void write(String text, Process program) {
    try (OutputStream input = program.getOutputStream()) {
      input.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException unread) {
      LOG.debug("the speech program reads no input", unread);
    }
  }

  private static void delete(@Nullable Path file) {
    try {
      if (file != null) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static short[] prompt(Path directory, String text, String language)
      throws SpeechException {
    Path file = directory.resolve(language).resolve(promptName(text));
    if (!Files.isReadable(file)) {
      throw new SpeechException("there is no prompt " + file);
    }
    try {
      return read(file);
    } catch (IOException e) {
      throw new SpeechException("the prompt " + file + " cannot be read", e);
    }
  }

  /** The file name of a text's recording: the first 16 digits of its SHA-256. */
  public static String promptName(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash).substring(0, 16) + ".wav";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static short[] read(Path file) throws IOException, SpeechException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file));
        AudioInputStream recorded = AudioSystem.getAudioInputStream(in);
        AudioInputStream converted = AudioSystem.getAudioInputStream(TELEPHONE, mono(recorded))) {
      return samples(converted);
    } catch (UnsupportedAudioFileException | IllegalArgumentException e) {
      throw new SpeechException("this is no WAV file that can be converted", e);
    }
  }

  /** Linear samples first: the converter of rates takes no other encoding. */
  private static AudioInputStream mono(AudioInputStream recorded) {
    AudioFormat format = recorded.getFormat();
    return format.getEncoding().equals(AudioFormat.Encoding.PCM_SIGNED)
        ? recorded
        : AudioSystem.getAudioInputStream(AudioFormat.Encoding.PCM_SIGNED, recorded);
  }

  private static short[] samples(AudioInputStream converted) throws IOException, SpeechException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] chunk = new byte[8192];
    for (int read = converted.read(chunk); read > 0; read = converted.read(chunk)) {
      bytes.write(chunk, 0, read);
      if (bytes.size() > MAX_SECONDS * G711.SAMPLE_RATE * 2) {
        throw new SpeechException("the sound is longer than " + MAX_SECONDS + " seconds");
      }
    }
    short[] samples = new short[bytes.size() / 2];
    if (samples.length == 0) {
      throw new SpeechException("the sound is empty");
    }
    ByteBuffer.wrap(bytes.toByteArray())
        .order(ByteOrder.LITTLE_ENDIAN)
        .asShortBuffer()
        .get(samples);
    return samples;
  }
}
