package eu.callorders.server.config;

import java.util.List;

/** An invalid configuration; each line of the message begins with a key. */
public final class InvalidConfigException extends RuntimeException {
  public InvalidConfigException(List<String> problems) {
    super(String.join(System.lineSeparator(), problems));
  }
}
