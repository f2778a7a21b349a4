package eu.callorders.server.app;

import java.util.List;

/** An invalid configuration; each line of the message begins with a key. */
final class InvalidConfigException extends RuntimeException {
  InvalidConfigException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
  }
}
