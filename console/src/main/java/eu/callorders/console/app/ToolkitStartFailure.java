package eu.callorders.console.app;

import eu.callorders.console.ui.Texts;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Why no window can be opened on this machine, in one sentence. */
final class ToolkitStartFailure {
  private static final Pattern LIBRARY = Pattern.compile("(lib[^:/ ]+): cannot open shared object");
  private static final String NO_FONTS = "detected no fonts";

  private ToolkitStartFailure() {}

  /**
   * Empty when it is not for the machine's sake: then the console is wrong.
   *
   * @param said what the toolkit wrote while it started
   */
  static Optional<String> because(Throwable why, String said, Texts texts) {
    Matcher library = LIBRARY.matcher(said);
    if (library.find()) {
      return Optional.of(texts.get("start.no_library", library.group(1)));
    }
    if (said.contains(NO_FONTS)) {
      return Optional.of(texts.get("start.no_fonts"));
    }
    return causes(why)
        .filter(UnsupportedOperationException.class::isInstance)
        .findFirst()
        .map(
            cause ->
                String.valueOf(cause.getMessage()).contains("DISPLAY")
                    ? texts.get("start.no_display")
                    : texts.get("start.no_library", "GTK 3"));
  }

  private static Stream<Throwable> causes(Throwable why) {
    return Stream.iterate(why, cause -> cause != null, Throwable::getCause);
  }
}
