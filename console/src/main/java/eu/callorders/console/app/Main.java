package eu.callorders.console.app;

import eu.callorders.console.api.Transport;
import eu.callorders.console.ui.Settings;
import eu.callorders.console.ui.Texts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.application.Application;

/** Entry point: a class that extends {@link Application} can only be started from a module path. */
public final class Main {
  private static final String HOME_OPTION = "--home=";

  private Main() {}

  /** Exits with status 1 and a message if no window can be opened. */
  public static void main(String[] args) {
    Texts.chooseLanguage();
    StderrBuffer errors = StderrBuffer.begin();
    LogFile.open(home(args));
    Thread.startVirtualThread(Transport::warmUp);
    try {
      Application.launch(ConsoleApp.class, args);
    } catch (RuntimeException | LinkageError e) {
      Optional<String> message =
          ToolkitStartFailure.explain(e, errors.text(), Texts.of(Main.class));
      message.ifPresentOrElse(ignored -> errors.discard(), errors::release);
      System.err.println(message.orElseGet(() -> stackTrace(e)));
      System.exit(1);
    }
  }

  private static Path home(String[] args) {
    return Stream.of(args)
        .filter(argument -> argument.startsWith(HOME_OPTION))
        .map(argument -> Path.of(argument.substring(HOME_OPTION.length())))
        .findFirst()
        .orElseGet(Settings::home);
  }

  private static String stackTrace(Throwable e) {
    StringWriter text = new StringWriter();
    e.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
