package eu.callorders.sipgateway.app;

import eu.callorders.core.call.PhoneNumber;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parsed arguments.
 *
 * @param config null: the environment alone
 * @param to of a call; null for other commands
 * @param from of a call; null: a configured caller ID
 */
record Arguments(
    Command command,
    @Nullable Path config,
    @Nullable PhoneNumber to,
    @Nullable PhoneNumber from,
    boolean help) {

  /** What the process does. */
  enum Command {
    SERVE,
    CONFIG,
    CALL
  }

  /** Throws {@link IllegalArgumentException}. */
  static Arguments parse(String[] args) {
    Command command = Command.SERVE;
    Path config = null;
    PhoneNumber to = null;
    PhoneNumber from = null;
    Iterator<String> words = List.of(args).iterator();
    while (words.hasNext()) {
      String word = words.next();
      switch (word) {
        case "--help" -> {
          return new Arguments(Command.SERVE, null, null, null, true);
        }
        case "--config" -> config = Path.of(value(word, words));
        case "config" -> command = Command.CONFIG;
        case "call" -> command = Command.CALL;
        case "--to" -> to = number(word, words);
        case "--from" -> from = number(word, words);
        default ->
            throw new IllegalArgumentException("There is no argument " + word + "; see --help.");
      }
    }
    if ((command == Command.CALL) != (to != null) || (from != null && to == null)) {
      throw new IllegalArgumentException("call needs --to, and nothing else does; see --help.");
    }
    return new Arguments(command, config, to, from, false);
  }

  private static PhoneNumber number(String name, Iterator<String> words) {
    String value = value(name, words);
    if (!value.matches("\\+[1-9][0-9]{6,14}")) {
      throw new IllegalArgumentException(name + " needs a number such as +493012345678.");
    }
    return new PhoneNumber(value);
  }

  private static String value(String name, Iterator<String> words) {
    if (!words.hasNext()) {
      throw new IllegalArgumentException(name + " needs a value; see --help.");
    }
    return words.next();
  }
}
