package eu.callorders.gatewaykit.server;

import eu.callorders.core.signing.SigningSecret;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings that all gateways have.
 *
 * @param port 0 selects a free one
 * @param callbackUrl where events are pushed; null: pulled only
 * @param callLog file for two lines per call; null: none
 */
public record GatewaySettings(
    GatewayProfile profile,
    String host,
    int port,
    @Nullable URI callbackUrl,
    SigningSecret secret,
    Path dataDirectory,
    @Nullable Path callLog) {
  private static final String HOST = "HOST";
  private static final String PORT = "PORT";
  private static final String CALLBACK_URL = "CALLBACK_URL";
  private static final String SECRET = "SECRET";
  private static final String DATA_DIR = "DATA_DIR";
  private static final String CALL_LOG = "CALL_LOG";

  /** The names of these settings, without the profile's prefix. */
  public static final Set<String> KEYS =
      Set.of(HOST, PORT, CALLBACK_URL, SECRET, DATA_DIR, CALL_LOG);

  private static final int MAX_PORT = 65_535;

  /** An invalid setting; the message names its key and never a secret. */
  public static final class InvalidSettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidSettingException(String key, String reason) {
      super(key + ": " + reason);
    }
  }

  InvalidSettingException portUnavailable(Throwable failure) {
    return new InvalidSettingException(
        profile.key(PORT),
        "cannot listen on port %d of %s: %s".formatted(port, host, failure.getMessage()));
  }

  /**
   * Reads the environment; throws {@link InvalidSettingException}, also for a variable that begins
   * with the profile's prefix and is no setting.
   */
  public static GatewaySettings read(GatewayProfile profile, Map<String, String> environment) {
    Map<String, String> values = new TreeMap<>();
    new TreeMap<>(environment)
        .forEach(
            (key, value) -> {
              if (key.startsWith(profile.prefix())) {
                String name = key.substring(profile.prefix().length());
                if (!KEYS.contains(name) && !profile.ownKeys().contains(name)) {
                  throw new InvalidSettingException(key, "there is no such setting");
                }
                values.put(name, value);
              }
            });
    return new Reader(profile, values).settings();
  }

  private record Reader(GatewayProfile profile, Map<String, String> values) {
    GatewaySettings settings() {
      return new GatewaySettings(
          profile,
          text(HOST, "127.0.0.1"),
          port(text(PORT, Integer.toString(profile.defaultPort()))),
          callbackUrl(values.get(CALLBACK_URL)),
          secret(values.get(SECRET)),
          path(DATA_DIR, text(DATA_DIR, profile.defaultDirectory())),
          values.containsKey(CALL_LOG) ? path(CALL_LOG, text(CALL_LOG, "")) : null);
    }

    private String text(String name, String defaultValue) {
      String value = values.getOrDefault(name, defaultValue);
      if (value.isBlank()) {
        throw invalid(name, "is empty");
      }
      return value;
    }

    private int port(String text) {
      try {
        int port = Integer.parseInt(text);
        if (port >= 0 && port <= MAX_PORT) {
          return port;
        }
      } catch (NumberFormatException noNumber) {
        // Reported below.
      }
      throw invalid(PORT, "is no port from 0 to 65535");
    }

    private @Nullable URI callbackUrl(@Nullable String text) {
      if (text == null) {
        return null;
      }
      try {
        URI url = new URI(text);
        boolean http = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
        if (http
            && url.getHost() != null
            && url.getUserInfo() == null
            && url.getFragment() == null) {
          return url;
        }
      } catch (URISyntaxException noUrl) {
        // Reported below.
      }
      throw invalid(CALLBACK_URL, "is no http or https URL without user and fragment");
    }

    private SigningSecret secret(@Nullable String text) {
      if (text == null) {
        throw invalid(
            SECRET, "is missing; it is the one that the service has as CALLORDERS_GATEWAY_SECRET");
      }
      try {
        return SigningSecret.parse(text);
      } catch (IllegalArgumentException none) {
        throw invalid(SECRET, String.valueOf(none.getMessage()));
      }
    }

    private Path path(String name, String text) {
      try {
        return Path.of(text);
      } catch (InvalidPathException none) {
        throw invalid(name, "is no path");
      }
    }

    private InvalidSettingException invalid(String name, String reason) {
      return new InvalidSettingException(profile.key(name), reason);
    }
  }
}
