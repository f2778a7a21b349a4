package eu.callorders.core.predial;

import eu.callorders.core.wire.WireEnum;
import java.time.Duration;

/**
 * The setting of a tenant whose client is asked before each dial.
 *
 * @param url as provisioned
 * @param timeout of a question, in real time, from the DNS lookup to the last byte of the answer
 */
public record PredialCheck(String url, Duration timeout, OnFailure onFailure) {
  public static final Duration DEFAULT_TIMEOUT = Duration.ofMillis(800);

  /** What happens to an order without a valid answer. */
  public enum OnFailure implements WireEnum {
    /** It waits, and the client is asked again. */
    HOLD,
    /** It is dialed. */
    PROCEED;

    public static OnFailure of(String wire) {
      return WireEnum.parse(OnFailure.class, wire);
    }
  }
}
