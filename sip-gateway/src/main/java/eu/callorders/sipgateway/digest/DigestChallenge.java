package eu.callorders.sipgateway.digest;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A challenge that can be answered.
 *
 * @param algorithmNamed whether the challenge names its algorithm, so that the answer must too
 * @param qop whether {@code auth} is offered; without it the answer has no nonce count
 * @param stale the nonce has expired, the password was right
 */
public record DigestChallenge(
    String realm,
    String nonce,
    @Nullable String opaque,
    DigestAlgorithm algorithm,
    boolean algorithmNamed,
    boolean qop,
    boolean stale) {
  private static final int MAX_LENGTH = 4096;
  private static final Pattern SCHEME = Pattern.compile("(?i)\\s*Digest\\s+(.*)", Pattern.DOTALL);
  private static final Pattern PARAMETER =
      Pattern.compile(
          "\\G\\s*,?\\s*([A-Za-z0-9-]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([^\\s,\"]+))");

  /** The strongest challenge of each realm, without those that cannot be answered. */
  public static List<DigestChallenge> strongest(List<String> headerValues) {
    Map<String, DigestChallenge> strongest = new LinkedHashMap<>();
    headerValues.stream()
        .map(DigestChallenge::parse)
        .flatMap(Optional::stream)
        .forEach(
            challenge ->
                strongest.merge(
                    challenge.realm(),
                    challenge,
                    BinaryOperator.maxBy(Comparator.comparing(DigestChallenge::algorithm))));
    return List.copyOf(strongest.values());
  }

  /** Parses the value of a header; empty when it cannot be answered. */
  public static Optional<DigestChallenge> parse(String headerValue) {
    Matcher scheme = SCHEME.matcher(headerValue);
    if (headerValue.length() > MAX_LENGTH || !scheme.matches()) {
      return Optional.empty();
    }
    Map<String, String> parameters = parameters(scheme.group(1));
    String realm = parameters.get("realm");
    String nonce = parameters.get("nonce");
    String qop = parameters.get("qop");
    boolean auth = qop != null && List.of(qop.strip().split("\\s*,\\s*", -1)).contains("auth");
    Optional<DigestAlgorithm> algorithm = DigestAlgorithm.of(parameters.get("algorithm"));
    if (realm == null || nonce == null || algorithm.isEmpty() || (qop != null && !auth)) {
      return Optional.empty();
    }
    return Optional.of(
        new DigestChallenge(
            realm,
            nonce,
            parameters.get("opaque"),
            algorithm.get(),
            parameters.containsKey("algorithm"),
            auth,
            "true".equalsIgnoreCase(parameters.get("stale"))));
  }

  private static Map<String, String> parameters(String text) {
    Map<String, String> parameters = new HashMap<>();
    Matcher parameter = PARAMETER.matcher(text);
    while (parameter.find()) {
      String quoted = parameter.group(2);
      // Kept with its backslashes: the answer repeats the quoted text as it came.
      parameters.putIfAbsent(
          parameter.group(1).toLowerCase(Locale.ROOT),
          quoted == null ? parameter.group(3) : quoted);
    }
    return parameters;
  }
}
