package eu.callorders.server.app;

import java.util.List;

/** The configuration cannot be used; each line of the message begins with the key at fault. */
final class InvalidConfigException extends RuntimeException {
  InvalidConfigException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
  }
}
