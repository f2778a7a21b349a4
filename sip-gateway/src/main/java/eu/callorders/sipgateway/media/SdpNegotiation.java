package eu.callorders.sipgateway.media;

import org.jspecify.annotations.Nullable;

/** Our descriptions in a call, from our first offer on (RFC 3264, section 8). Not thread-safe. */
public final class SdpNegotiation {
  private final SdpWriter writer;
  private int version = 1;
  private @Nullable SessionDescription offered;
  private boolean answeredLast;

  /**
   * @param writer has written the first offer
   */
  public SdpNegotiation(SdpWriter writer) {
    this.writer = writer;
  }

  /** Whether sound can flow by that description of the other side. */
  public boolean accepts(SessionDescription other) {
    return writer.accepts(other);
  }

  /** Our answer to an accepted offer. */
  public String answer(SessionDescription offer) {
    version++;
    offered = offer;
    answeredLast = true;
    return writer.answer(offer, version);
  }

  /** Our offer: the same as before, unless we have answered one meanwhile. */
  public String offer() {
    version += answeredLast ? 1 : 0;
    answeredLast = false;
    return writer.offer(version, offered);
  }
}
