package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.sipgateway.config.TrunkSettings;
import eu.callorders.sipgateway.digest.DigestCredentials;
import eu.callorders.sipgateway.sip.SipResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The carrier of a leg, which learns how its calls fare.
 *
 * @param trunk null when diverted: no answer says anything about the number
 */
record CallTrunk(@Nullable Trunk trunk, PlaceCall call, InstantSource clock) {
  private static final int MAX_RETRY_AFTER = 3_600; // a carrier's word postpones no order for ever

  @Nullable TrunkSettings settings() {
    return trunk == null ? null : trunk.settings();
  }

  @Nullable String name() {
    return trunk == null ? null : trunk.settings().name();
  }

  @Nullable DigestCredentials credentials() {
    return trunk == null ? null : trunk.credentials();
  }

  /** Values of Route for the INVITE. */
  List<String> routes() {
    return trunk == null ? List.of() : trunk.serviceRoutes();
  }

  /**
   * A final answer other than 2xx.
   *
   * @param ringing whether a 18x came before
   */
  FinalAnswer rejection(SipResponse response, boolean ringing) {
    boolean known = trunk != null && trunk.knowsNumber(call.to().e164(), clock.instant());
    return new FinalAnswer(response.status(), response.q850(), ringing, known);
  }

  /** What a carrier asks for, an hour at most; null without it. */
  static @Nullable Duration retryAfter(SipResponse response) {
    Integer seconds = response.retryAfter();
    return seconds == null ? null : Duration.ofSeconds(Math.min(seconds, MAX_RETRY_AFTER));
  }

  void ringing() {
    if (trunk != null) {
      trunk.ringing(clock.instant());
    }
  }

  /**
   * A call ended without an answer.
   *
   * @param answer null for silence
   */
  void ended(CallOutcome outcome, @Nullable FinalAnswer answer) {
    if (trunk != null) {
      trunk.ended(outcome, answer, call, clock.instant());
    }
  }
}
