package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.sipgateway.config.SipAddress;
import eu.callorders.sipgateway.config.TrunkSettings;
import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.RequestText;
import eu.callorders.sipgateway.sip.Target;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Builds the INVITE of a call.
 *
 * @param address our host and port by transport
 * @param divert where every call rings; null: at the called number
 */
record InviteFactory(LocalAddress address, @Nullable SipAddress divert) {
  private static final long DEFAULT_SESSION = 1_800; // seconds, as RFC 4028 recommends

  /** Our side of a leg. */
  interface LocalAddress {
    /** The host that others reach us at. */
    String host(Target target);

    /** The port of the transport. */
    int port(Target target);
  }

  /**
   * A new leg.
   *
   * @param trunk null when diverted without a trunk
   */
  Dialog dialog(PlaceCall call, String callId, @Nullable TrunkSettings trunk, Target target) {
    String host = address.host(target);
    int port = address.port(target);
    String number = trunk == null ? call.from().e164() : trunk.numbers().write(call.from().e164());
    String user = trunk != null && trunk.fromUser() ? String.valueOf(trunk.user()) : number;
    String domain = trunk == null ? host : trunk.domain();
    String remote = remoteUri(call, trunk);
    return new Dialog(
        callId,
        "sip:" + user + "@" + domain,
        Identifiers.tag(),
        remote,
        null,
        remote,
        List.of(),
        1,
        1,
        Identifiers.branch(),
        target,
        host,
        port,
        "sip:" + user + "@" + host + ":" + port + target.uriParameter());
  }

  private String remoteUri(PlaceCall call, @Nullable TrunkSettings trunk) {
    if (divert != null) {
      return divert.uri();
    }
    if (trunk == null) {
      throw new IllegalStateException("neither trunk nor diversion");
    }
    return "sip:" + trunk.numbers().write(call.to().e164()) + "@" + trunk.domain();
  }

  /**
   * The INVITE of a leg.
   *
   * @param trunk null when diverted without a trunk
   * @param sessionExpires null: no session timer, unless the carrier demands one
   * @param minSeconds of an earlier 422 or 421; null without one
   */
  RequestText invite(
      Dialog dialog,
      PlaceCall call,
      @Nullable TrunkSettings trunk,
      String sdp,
      @Nullable Duration sessionExpires,
      @Nullable Integer minSeconds) {
    RequestText invite =
        RequestText.of("INVITE", dialog, dialog.inviteCseq(), dialog.branch())
            .contact(dialog.contact());
    identity(invite, call, trunk);
    if (sessionExpires != null || minSeconds != null) {
      long wanted = sessionExpires == null ? DEFAULT_SESSION : sessionExpires.toSeconds();
      long seconds = Math.max(wanted, minSeconds == null ? 0 : minSeconds);
      invite.header("Supported", "timer").header("Session-Expires", Long.toString(seconds));
      if (minSeconds != null) {
        invite.header("Min-SE", Integer.toString(minSeconds));
      }
    }
    return invite.sdp(sdp);
  }

  private static void identity(RequestText invite, PlaceCall call, @Nullable TrunkSettings trunk) {
    if (trunk == null || trunk.identity() == TrunkSettings.Identity.NONE) {
      return;
    }
    String header =
        trunk.identity() == TrunkSettings.Identity.PAI
            ? "P-Asserted-Identity"
            : "P-Preferred-Identity";
    String number = trunk.numbers().write(call.from().e164());
    invite.header(header, "<sip:" + number + "@" + trunk.domain() + ">");
  }
}
