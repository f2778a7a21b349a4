package eu.callorders.sipgateway.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One carrier.
 *
 * @param name {@code TRUNK} or {@code TRUNK2}, for logs and metrics
 * @param user of the digest; null: none
 * @param domain of From and of the numbers called
 * @param register whether to keep a registration
 * @param fromUser whether From shows the user instead of the caller ID
 * @param srtp whether sound must be encrypted
 * @param ping interval between OPTIONS
 */
public record TrunkSettings(
    String name,
    SipAddress address,
    @Nullable String user,
    @Nullable String password,
    String domain,
    boolean register,
    boolean fromUser,
    Identity identity,
    NumberFormat numbers,
    boolean srtp,
    Duration ping) {

  /** The header that asserts the caller ID beside From. */
  public enum Identity {
    PAI,
    PPI,
    NONE
  }

  /** Does not show the password. */
  @Override
  public String toString() {
    return name + "[" + address + ", user " + user + ", domain " + domain + "]";
  }
}
