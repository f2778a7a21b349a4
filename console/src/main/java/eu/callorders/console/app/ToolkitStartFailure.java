package eu.callorders.console.app;

import eu.callorders.console.ui.Texts;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Explains to the operator why no window can be opened on this machine. */
final class ToolkitStartFailure {
  private static final Pattern LIBRARY = Pattern.compile("(lib[^:/ ]+): cannot open shared object");
  private static final String NO_FONTS = "detected no fonts";

  private ToolkitStartFailure() {}

  /**
   * Empty if the cause is not the machine but a bug.
   *
   * @param output standard error of the JavaFX start
   */
  static Optional<String> explain(Throwable error, String output, Texts texts) {
    Matcher library = LIBRARY.matcher(output);
    if (library.find()) {
      return Optional.of(texts.get("start.no_library", library.group(1)));
    }
    if (output.contains(NO_FONTS)) {
      return Optional.of(texts.get("start.no_fonts"));
    }
    return causes(error)
        .filter(UnsupportedOperationException.class::isInstance)
        .findFirst()
        .map(
            cause ->
                String.valueOf(cause.getMessage()).contains("DISPLAY")
                    ? texts.get("start.no_display")
                    : texts.get("start.no_library", "GTK 3"));
  }

  private static Stream<Throwable> causes(Throwable error) {
    return Stream.iterate(error, cause -> cause != null, Throwable::getCause);
  }
}
