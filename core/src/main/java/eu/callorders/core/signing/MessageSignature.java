package eu.callorders.core.signing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * Signs and verifies messages by Standard Webhooks 1.0: HMAC-SHA256 over {@code id.timestamp.body},
 * the timestamp in seconds since the epoch. During a rotation several secrets are valid.
 */
public final class MessageSignature {
  public static final String ID_HEADER = "webhook-id";
  public static final String TIMESTAMP_HEADER = "webhook-timestamp";
  public static final String SIGNATURE_HEADER = "webhook-signature";

  /** Maximum difference between the timestamp and the receiver's time. */
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  private static final String VERSION = "v1,";
  private static final int MAX_HEADER_LENGTH = 2048;

  // Without full stops no bytes can move between id, timestamp and body.
  private static final Pattern ID = Pattern.compile("[\\x21-\\x7E&&[^.]]{1,1024}");
  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");

  private final Supplier<List<SigningSecret>> signing;
  private final Supplier<List<SigningSecret>> accepted;

  private MessageSignature(
      Supplier<List<SigningSecret>> signing, Supplier<List<SigningSecret>> accepted) {
    this.signing = signing;
    this.accepted = accepted;
  }

  /**
   * All secrets sign.
   *
   * @param secrets at least one
   */
  public MessageSignature(List<SigningSecret> secrets) {
    this(() -> secrets, () -> secrets);
    if (secrets.isEmpty()) {
      throw new IllegalArgumentException("no signing secret");
    }
  }

  public static MessageSignature of(SigningSecret secret) {
    return new MessageSignature(List.of(secret));
  }

  /**
   * The first secret signs.
   *
   * @param secrets the current secrets, at least one; read for each message
   */
  public static MessageSignature ofKeyring(Supplier<List<SigningSecret>> secrets) {
    return new MessageSignature(() -> secrets.get().subList(0, 1), secrets);
  }

  public enum Verdict {
    GENUINE,
    /** A header is missing or malformed. */
    INCOMPLETE,
    /** The timestamp deviates by more than {@link #TOLERANCE}. */
    OUTSIDE_TOLERANCE,
    /** No signature over these bytes is valid. */
    FORGED
  }

  /** The value of {@link #TIMESTAMP_HEADER}. */
  public static String timestamp(Instant at) {
    return Long.toString(at.getEpochSecond());
  }

  /**
   * The value of {@link #SIGNATURE_HEADER}: one {@code v1,<base64>} per secret that signs,
   * separated by spaces.
   *
   * @param id 1 to 1024 visible ASCII characters without full stops; otherwise {@link
   *     IllegalArgumentException}
   */
  public String sign(String id, Instant timestamp, byte[] body) {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("invalid message id: " + id);
    }
    String seconds = timestamp(timestamp);
    return signing.get().stream()
        .map(secret -> VERSION + encode(digest(secret, id, seconds, body)))
        .collect(Collectors.joining(" "));
  }

  /**
   * Whether the message is genuine and recent. Invalid signatures are compared in constant time.
   *
   * @param id {@link #ID_HEADER}
   * @param timestamp {@link #TIMESTAMP_HEADER}
   * @param signatures {@link #SIGNATURE_HEADER}
   * @param now the receiver's real time
   */
  public Verdict verify(
      @Nullable String id,
      @Nullable String timestamp,
      @Nullable String signatures,
      byte[] body,
      Instant now) {
    if (id == null
        || timestamp == null
        || signatures == null
        || signatures.length() > MAX_HEADER_LENGTH
        || !ID.matcher(id).matches()
        || !SECONDS.matcher(timestamp).matches()) {
      return Verdict.INCOMPLETE;
    }
    if (!hasValidSignature(id, timestamp, signatures, body)) {
      return Verdict.FORGED;
    }
    Instant signedAt = Instant.ofEpochSecond(Long.parseLong(timestamp));
    return Duration.between(signedAt, now).abs().compareTo(TOLERANCE) > 0
        ? Verdict.OUTSIDE_TOLERANCE
        : Verdict.GENUINE;
  }

  private boolean hasValidSignature(String id, String timestamp, String signatures, byte[] body) {
    boolean found = false;
    for (SigningSecret secret : accepted.get()) {
      byte[] expected =
          (VERSION + encode(digest(secret, id, timestamp, body)))
              .getBytes(StandardCharsets.US_ASCII);
      for (String signature : signatures.split(" ", -1)) {
        found |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
      }
    }
    return found;
  }

  private static byte[] digest(SigningSecret secret, String id, String seconds, byte[] body) {
    Mac mac = secret.mac();
    mac.update((id + "." + seconds + ".").getBytes(StandardCharsets.US_ASCII));
    return mac.doFinal(body);
  }

  private static String encode(byte[] digest) {
    return Base64.getEncoder().encodeToString(digest);
  }
}
