package eu.callorders.sipgateway.config;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How text becomes sound: by a program or by recorded prompts.
 *
 * @param command words with the placeholders {@code {language}} and {@code {file}}; the text is the
 *     last argument. Empty with prompts
 * @param prompts directory with WAV files; null with a command
 */
public record SpeechSettings(List<String> command, @Nullable Path prompts) {
  public SpeechSettings {
    command = List.copyOf(command);
  }
}
