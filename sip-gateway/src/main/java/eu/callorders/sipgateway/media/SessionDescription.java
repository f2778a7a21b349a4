package eu.callorders.sipgateway.media;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The audio of an SDP body (RFC 8866), as far as a telephone needs it.
 *
 * @param host of the other side
 * @param port 0: the audio is refused
 * @param codec null when it offers no G.711
 * @param eventType payload type of telephone events; null when it has none
 * @param direction what the other side does
 * @param isEncrypted whether the audio is RTP/SAVP
 * @param key of what the other side sends; null when it has none that is supported
 * @param before other media before this audio: the values of their lines, with port 0
 * @param after other media behind it, likewise
 */
public record SessionDescription(
    String host,
    int port,
    @Nullable G711 codec,
    @Nullable Integer eventType,
    Direction direction,
    boolean isEncrypted,
    @Nullable SrtpKey key,
    List<String> before,
    List<String> after) {
  private static final String PLAIN = "RTP/AVP";
  private static final String ENCRYPTED = "RTP/SAVP";

  private static final String CRYPTO = "crypto:";
  private static final int MAX_LENGTH = 100_000;
  private static final int MAX_PORT = 65_535;
  private static final int MAX_PAYLOAD_TYPE = 127;

  public SessionDescription {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }

  /** Of the media, as the side that sends the description sees it. */
  public enum Direction {
    SENDRECV,
    SENDONLY,
    RECVONLY,
    INACTIVE;

    String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether sound can flow. */
  public boolean isUsable() {
    return port != 0 && codec != null && isEncrypted == (key != null);
  }

  /** Whether the other side does not want to hear us. */
  public boolean isHold() {
    return direction == Direction.SENDONLY
        || direction == Direction.INACTIVE
        || host.equals("0.0.0.0");
  }

  /** Parses a body; empty when it has no audio over RTP or SRTP. */
  public static Optional<SessionDescription> parse(String body) {
    if (body.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    Parser parser = new Parser();
    body.lines().forEach(parser::line);
    return parser.result();
  }

  /** Collects the lines of the session and of its first audio. */
  private static final class Parser {
    private @Nullable String sessionHost;
    private @Nullable String audioHost;
    private Direction sessionDirection = Direction.SENDRECV;
    private @Nullable Direction audioDirection;
    private @Nullable Integer port;
    private List<Integer> formats = List.of();
    private final List<String> before = new ArrayList<>();
    private final List<String> after = new ArrayList<>();
    private final Map<Integer, String> encodings = new HashMap<>();
    private @Nullable SrtpKey key;
    private boolean encrypted;
    private boolean inMedia;
    private boolean inAudio;

    void line(String line) {
      if (line.length() < 2 || line.charAt(1) != '=') {
        return;
      }
      String value = line.substring(2).strip();
      switch (line.charAt(0)) {
        case 'm' -> media(value);
        case 'c' -> connection(value);
        case 'a' -> attribute(value);
        default -> {}
      }
    }

    private void media(String value) {
      inMedia = true;
      String[] words = value.split("\\s+", -1);
      inAudio =
          port == null
              && words.length > 3
              && words[0].equals("audio")
              && (words[2].equals(PLAIN) || words[2].equals(ENCRYPTED));
      if (inAudio) {
        encrypted = words[2].equals(ENCRYPTED);
        port = number(words[1].replaceFirst("/.*", ""), MAX_PORT).orElse(0);
        formats = new ArrayList<>();
        for (int i = 3; i < words.length; i++) {
          number(words[i], MAX_PAYLOAD_TYPE).ifPresent(formats::add);
        }
      } else {
        (port == null ? before : after).add(value.replaceFirst("\\s+\\S+", " 0"));
      }
    }

    private void connection(String value) {
      String[] words = value.split("\\s+", -1);
      if (words.length == 3 && words[0].equals("IN")) {
        String host = words[2].replaceFirst("/.*", "");
        if (inAudio) {
          audioHost = host;
        } else if (!inMedia) {
          sessionHost = host;
        }
      }
    }

    private void attribute(String value) {
      if (inMedia && !inAudio) {
        return;
      }
      for (Direction each : Direction.values()) {
        if (value.equals(each.wire())) {
          if (inAudio) {
            audioDirection = each;
          } else {
            sessionDirection = each;
          }
        }
      }
      if (value.startsWith(CRYPTO) && inAudio && encrypted && key == null) {
        key = SrtpKey.parse(value.substring(CRYPTO.length())).orElse(null);
      }
      if (value.startsWith("rtpmap:")) {
        String[] words = value.substring("rtpmap:".length()).split("\\s+", -1);
        if (words.length == 2) {
          number(words[0], MAX_PAYLOAD_TYPE)
              .ifPresent(type -> encodings.put(type, words[1].toUpperCase(Locale.ROOT)));
        }
      }
    }

    Optional<SessionDescription> result() {
      String host = audioHost == null ? sessionHost : audioHost;
      if (port == null || host == null) {
        return Optional.empty();
      }
      return Optional.of(
          new SessionDescription(
              host,
              port,
              codec(),
              eventType(),
              audioDirection == null ? sessionDirection : audioDirection,
              encrypted,
              key,
              before,
              after));
    }

    private @Nullable G711 codec() {
      for (int format : formats) {
        for (G711 codec : G711.values()) {
          if (format == codec.payloadType()) {
            return codec;
          }
        }
      }
      return null;
    }

    private @Nullable Integer eventType() {
      return formats.stream()
          .filter(type -> "TELEPHONE-EVENT/8000".equals(encodings.get(type)))
          .findFirst()
          .orElse(null);
    }

    private static Optional<Integer> number(String text, int max) {
      if (!text.matches("[0-9]{1,5}")) {
        return Optional.empty();
      }
      int value = Integer.parseInt(text);
      return value <= max ? Optional.of(value) : Optional.empty();
    }
  }
}
