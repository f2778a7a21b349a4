package eu.callorders.sipgateway.media;

import eu.callorders.sipgateway.media.SessionDescription.Direction;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes our descriptions.
 *
 * @param host where we receive
 * @param port where we receive
 * @param sessionId the same for the whole call
 * @param key of what we send; null: the sound is not encrypted
 */
public record SdpWriter(String host, int port, long sessionId, @Nullable SrtpKey key) {
  /** Our payload type of telephone events. */
  public static final int EVENT_TYPE = 101;

  /**
   * The descriptions of a call.
   *
   * @param encrypted whether its sound must be encrypted, by a new key
   */
  public static SdpWriter of(String host, int port, long sessionId, boolean encrypted) {
    return new SdpWriter(host, port, sessionId, encrypted ? SrtpKey.random() : null);
  }

  /** Whether sound can flow by that description of the other side. */
  public boolean accepts(SessionDescription other) {
    return other.isUsable() && other.isEncrypted() == (key != null);
  }

  /** Our first offer. */
  public String offer() {
    return offer(1, null);
  }

  /**
   * Our offer: both laws and keys. Other media that the other side has offered stay refused, each
   * in its place (RFC 3264, section 8).
   *
   * @param version rises with each description of the call
   * @param offered the latest offer of the other side that we have answered; null without one
   */
  public String offer(int version, @Nullable SessionDescription offered) {
    return session(version)
        + (offered == null ? "" : refused(offered.before()))
        + audio(
            "8 0 101",
            "a=rtpmap:8 PCMA/8000\r\na=rtpmap:0 PCMU/8000\r\n",
            key,
            EVENT_TYPE,
            Direction.SENDRECV)
        + (offered == null ? "" : refused(offered.after()));
  }

  /**
   * Our answer to an accepted offer, with its codec and its payload type of events. Its other media
   * are refused, each in its place (RFC 3264, section 6).
   *
   * @param version rises with each description of the call
   */
  public String answer(SessionDescription offer, int version) {
    G711 codec = offer.codec() == null ? G711.PCMA : offer.codec();
    int type = codec.payloadType();
    Integer event = offer.eventType();
    return session(version)
        + refused(offer.before())
        + audio(
            event == null ? Integer.toString(type) : type + " " + event,
            "a=rtpmap:" + type + " " + codec.name() + "/8000\r\n",
            key == null || offer.key() == null ? null : key.tagged(offer.key().tag()),
            event,
            switch (offer.direction()) {
              case SENDRECV -> Direction.SENDRECV;
              case SENDONLY -> Direction.RECVONLY;
              case RECVONLY -> Direction.SENDONLY;
              case INACTIVE -> Direction.INACTIVE;
            })
        + refused(offer.after());
  }

  private static String refused(List<String> media) {
    return media.stream().map(line -> "m=" + line + "\r\n").collect(Collectors.joining());
  }

  private String session(int version) {
    String family = host.contains(":") ? "IP6" : "IP4";
    String address = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return "v=0\r\no=- %d %d IN %s %s\r\ns=-\r\nc=IN %s %s\r\nt=0 0\r\n"
        .formatted(sessionId, version, family, address, family, address);
  }

  private String audio(
      String formats,
      String codecs,
      @Nullable SrtpKey crypto,
      @Nullable Integer event,
      Direction direction) {
    return "m=audio %d %s %s\r\n".formatted(port, crypto == null ? "RTP/AVP" : "RTP/SAVP", formats)
        + codecs
        + (crypto == null ? "" : "a=crypto:" + crypto.attribute() + "\r\n")
        + (event == null
            ? ""
            : "a=rtpmap:%d telephone-event/8000\r\na=fmtp:%d 0-15\r\n".formatted(event, event))
        + "a=ptime:20\r\na=%s\r\n".formatted(direction.wire());
  }
}
