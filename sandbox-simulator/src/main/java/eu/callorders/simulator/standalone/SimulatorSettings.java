package eu.callorders.simulator.standalone;

import eu.callorders.core.signing.SigningSecret;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the standalone simulator.
 *
 * @param port 0 selects a free one
 * @param callbackUrl where events are pushed; null: pulled only
 * @param callLog file for two lines per call; null: none
 */
public record SimulatorSettings(
    String host,
    int port,
    @Nullable URI callbackUrl,
    SigningSecret secret,
    Path dataDirectory,
    @Nullable Path callLog) {
  private static final String PREFIX = "SIMULATOR_";
  private static final String HOST = "SIMULATOR_HOST";
  private static final String PORT = "SIMULATOR_PORT";
  private static final String CALLBACK_URL = "SIMULATOR_CALLBACK_URL";
  private static final String SECRET = "SIMULATOR_SECRET";
  private static final String DATA_DIR = "SIMULATOR_DATA_DIR";
  private static final String CALL_LOG = "SIMULATOR_CALL_LOG";
  private static final Set<String> KEYS =
      Set.of(HOST, PORT, CALLBACK_URL, SECRET, DATA_DIR, CALL_LOG);
  private static final int MAX_PORT = 65_535;

  /** An invalid setting; the message names its key and never a secret. */
  static final class InvalidSettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidSettingException(String key, String reason) {
      super(key + ": " + reason);
    }
  }

  InvalidSettingException portUnavailable(Throwable failure) {
    return new InvalidSettingException(
        PORT, "cannot listen on port %d of %s: %s".formatted(port, host, failure.getMessage()));
  }

  /** Reads the environment; throws {@link InvalidSettingException}. */
  static SimulatorSettings of(Map<String, String> environment) {
    for (String key : new TreeSet<>(environment.keySet())) {
      if (key.startsWith(PREFIX) && !KEYS.contains(key)) {
        throw new InvalidSettingException(key, "there is no such setting");
      }
    }
    return new SimulatorSettings(
        text(environment, HOST, "127.0.0.1"),
        port(text(environment, PORT, "8090")),
        callbackUrl(environment.get(CALLBACK_URL)),
        secret(environment.get(SECRET)),
        path(DATA_DIR, text(environment, DATA_DIR, "simulator-data")),
        environment.containsKey(CALL_LOG) ? path(CALL_LOG, text(environment, CALL_LOG, "")) : null);
  }

  private static String text(Map<String, String> environment, String key, String defaultValue) {
    String value = environment.getOrDefault(key, defaultValue);
    if (value.isBlank()) {
      throw new InvalidSettingException(key, "is empty");
    }
    return value;
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port >= 0 && port <= MAX_PORT) {
        return port;
      }
    } catch (NumberFormatException noNumber) {
      // Reported below.
    }
    throw new InvalidSettingException(PORT, "is no port from 0 to 65535");
  }

  private static @Nullable URI callbackUrl(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      URI url = new URI(text);
      boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
      if (http && url.getHost() != null && url.getUserInfo() == null && url.getFragment() == null) {
        return url;
      }
    } catch (URISyntaxException noUrl) {
      // Reported below.
    }
    throw new InvalidSettingException(
        CALLBACK_URL, "is no http or https URL without user and fragment");
  }

  private static SigningSecret secret(@Nullable String text) {
    if (text == null) {
      throw new InvalidSettingException(
          SECRET, "is missing; it is the one that the service has as CALLORDERS_GATEWAY_SECRET");
    }
    try {
      return SigningSecret.parse(text);
    } catch (IllegalArgumentException none) {
      throw new InvalidSettingException(SECRET, String.valueOf(none.getMessage()));
    }
  }

  private static Path path(String key, String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException none) {
      throw new InvalidSettingException(key, "is no path");
    }
  }
}
