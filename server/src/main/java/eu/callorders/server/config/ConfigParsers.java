package eu.callorders.server.config;

import static java.util.Locale.ROOT;

import eu.callorders.core.signing.SigningSecret;
import eu.callorders.server.config.Config.Gateway;
import eu.callorders.server.config.Config.HostPort;
import eu.callorders.server.network.Cidr;
import eu.callorders.server.ratelimit.RateLimit;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Parsers of configuration values. Each throws an {@link IllegalArgumentException} that describes
 * the expected format; those of secrets do not repeat the value.
 */
public final class ConfigParsers {
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|\\[?[0-9A-Fa-f:.]+]?");
  private static final Pattern HOST_PORT = Pattern.compile("(" + HOST + "):([0-9]{1,5})");
  private static final Pattern RATE = Pattern.compile("([0-9]{1,7})/([0-9]{1,7})");
  private static final Pattern TOKEN = Pattern.compile("[!-~]{1,512}");
  private static final int MASTER_KEY_BYTES = 32;

  private ConfigParsers() {}

  static <E extends Enum<E>> E name(String text, Class<E> type) {
    for (E value : type.getEnumConstants()) {
      if (value.name().toLowerCase(ROOT).equals(text)) {
        return value;
      }
    }
    throw invalid(
        "must be "
            + Arrays.stream(type.getEnumConstants())
                .map(value -> value.name().toLowerCase(ROOT))
                .collect(Collectors.joining(" or ")));
  }

  static boolean flag(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw invalid("must be true or false");
    };
  }

  static int number(String text, int min, int max) {
    if (text.matches("[0-9]{1,9}")) {
      int number = Integer.parseInt(text);
      if (number >= min && number <= max) {
        return number;
      }
    }
    throw invalid("must be a number from %d to %d".formatted(min, max));
  }

  static String host(String text) {
    if (!HOST.matcher(text).matches()) {
      throw invalid("must be a host name or an address");
    }
    return text;
  }

  static HostPort hostPort(String text) {
    Matcher matcher = HOST_PORT.matcher(text);
    if (!matcher.matches()) {
      throw invalid("must be host:port, separated by commas");
    }
    return new HostPort(matcher.group(1).toLowerCase(ROOT), number(matcher.group(2), 1, 65535));
  }

  static Cidr cidr(String text) {
    try {
      return Cidr.parse(text);
    } catch (IllegalArgumentException e) {
      throw invalid("must be ranges like 10.0.0.0/8 or 2001:db8::/32, separated by commas");
    }
  }

  static String ipAddress(String text) {
    try {
      return InetAddress.ofLiteral(text).getHostAddress();
    } catch (IllegalArgumentException e) {
      throw invalid("must be IP addresses, separated by commas");
    }
  }

  /** Without a trailing slash. */
  static URI httpAddress(String text) {
    try {
      URI uri = new URI(text.replaceFirst("/+$", ""));
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean bare =
          uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
      if (http && bare && uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // refused below
    }
    throw invalid("must be an address like https://calls.example.com");
  }

  static Path directory(String text) {
    Path path = path(text);
    if (Files.exists(path) && !Files.isDirectory(path)) {
      throw invalid("is not a directory");
    }
    return path;
  }

  public static Gateway gateway(String text) {
    if (text.equals("embedded")) {
      return new Gateway.Embedded();
    }
    try {
      return new Gateway.Http(httpAddress(text));
    } catch (IllegalArgumentException e) {
      throw invalid("must be embedded or the http(s) address of a gateway");
    }
  }

  /** For example {@code 50/100} or {@code off}. */
  static RateLimit rateLimit(String text) {
    Matcher matcher = RATE.matcher(text);
    if (text.equals("off")) {
      return RateLimit.UNLIMITED;
    }
    if (!matcher.matches()) {
      throw invalid("must be requests per second and burst, such as 50/100, or off");
    }
    int max = RateLimit.UNLIMITED.perSecond();
    return new RateLimit(number(matcher.group(1), 1, max), number(matcher.group(2), 1, max));
  }

  static String token(String text) {
    if (!TOKEN.matcher(text).matches()) {
      throw invalid("must be up to 512 visible ASCII characters");
    }
    return text;
  }

  static byte[] masterKey(String text) {
    byte[] key = base64(text);
    if (key.length != MASTER_KEY_BYTES) {
      throw invalid("must be base64 of 32 bytes each, separated by commas");
    }
    return key;
  }

  /** {@code whsec_} and base64 of 24 to 64 bytes, unchanged. */
  static String webhookSecret(String text) {
    try {
      SigningSecret.parse(text);
      return text;
    } catch (IllegalArgumentException e) {
      throw invalid("must be whsec_ followed by base64 of 24 to 64 bytes");
    }
  }

  static Path certificates(String text) {
    Path file = readable(text);
    try (InputStream pem = Files.newInputStream(file)) {
      if (!CertificateFactory.getInstance("X.509").generateCertificates(pem).isEmpty()) {
        return file;
      }
    } catch (IOException | CertificateException e) {
      // refused below
    }
    throw invalid("must be a PEM file with certificates");
  }

  static <T> Function<String, List<T>> list(Function<String, T> element) {
    return text ->
        Arrays.stream(text.split(",", -1)).map(String::strip).map(element).distinct().toList();
  }

  private static Path readable(String text) {
    Path path = path(text);
    if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
      throw invalid("cannot read the file " + path);
    }
    return path;
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw invalid("is not a path");
    }
  }

  /** Empty when the text is not base64. */
  private static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private static IllegalArgumentException invalid(String message) {
    return new IllegalArgumentException(message);
  }
}
