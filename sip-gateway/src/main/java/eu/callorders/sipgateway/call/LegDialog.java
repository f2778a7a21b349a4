package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.digest.ChallengePolicy;
import eu.callorders.sipgateway.media.SdpWriter;
import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.SipEndpoint;
import eu.callorders.sipgateway.sip.SipRequest;
import eu.callorders.sipgateway.sip.SipResponse;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The signaling of an answered call. Confined to the event loop. */
final class LegDialog {
  /** Looks at each line once: a body may have 64 KB of spaces. */
  private static final Pattern SIGNAL =
      Pattern.compile("(?im)^[ \\t]*Signal[ \\t]*=[ \\t]*([0-9*#A-D])[ \\t]*$");

  /** Requests that change something, in the order of their CSeq; a BYE counts whenever it comes. */
  private static final Set<String> ORDERED = Set.of("INVITE", "UPDATE", "INFO");

  private final SipEndpoint endpoint;
  private final DialogSender sender;
  private @Nullable String authorization;
  private Dialog dialog;
  private @Nullable SdpWriter sdp;
  private @Nullable Listener listener;
  private long remoteCseq = -1;
  private int sdpVersion = 1;
  private boolean refreshing;
  private boolean acknowledged;
  private boolean over;

  /** What the other side does. */
  interface Listener {

    /**
     * It has hung up.
     *
     * @param q850 of the Reason; null without one
     */
    void onHungUp(@Nullable Integer q850);

    void onKey(char key);

    /** It sends or receives elsewhere, or with another codec. */
    void onMedia(SessionDescription changed);

    /** It has refreshed the session. */
    void onRefreshed();

    /** It changes the session while we refresh it: we refresh it again later. */
    default void onConflict() {}

    /** The dialog is gone on its side. */
    void onLost();
  }

  LegDialog(
      SipEndpoint endpoint, DialogSender sender, Dialog dialog, @Nullable String authorization) {
    this.endpoint = endpoint;
    this.sender = sender;
    this.dialog = dialog;
    this.authorization = authorization;
  }

  /**
   * Starts to report.
   *
   * @param writer of our descriptions
   */
  void listen(SdpWriter writer, Listener receiver) {
    sdp = writer;
    listener = receiver;
  }

  /** Sends the ACK of the 2xx. */
  void acknowledge() {
    acknowledged = true;
    sender.ack(dialog, dialog.inviteCseq(), authorization);
  }

  /** Acknowledges a repeated 2xx; false when it belongs to another dialog. */
  boolean acknowledgeAgain(SipResponse response) {
    if (!Objects.equals(response.toTag(), dialog.remoteTag())) {
      return false;
    }
    if (acknowledged) {
      sender.ack(dialog, (int) response.cseq(), authorization);
    }
    return true;
  }

  /** Hangs up. */
  void hangUp(Runnable done) {
    if (over) {
      done.run();
      return;
    }
    over = true;
    dialog = dialog.next();
    sender.bye(dialog, done);
  }

  /**
   * Refreshes the session by a re-INVITE with the same description.
   *
   * @param seconds of the session
   */
  void refresh(int seconds) {
    SdpWriter writer = sdp;
    if (over || refreshing || writer == null) {
      return;
    }
    refreshing = true;
    dialog = dialog.next();
    String offer = writer.offer(sdpVersion);
    sender.send(
        "INVITE",
        dialog,
        text ->
            text.contact(dialog.contact())
                .header("Supported", "timer")
                .header("Session-Expires", seconds + ";refresher=uac")
                .sdp(offer),
        new ChallengePolicy(),
        null,
        this::refreshed,
        () -> refreshing = false);
  }

  private void refreshed(SipResponse response, @Nullable String credentials) {
    refreshing = false;
    int cseq = (int) response.cseq();
    while (dialog.cseq() < cseq) {
      dialog = dialog.next(); // a challenge has raised it
    }
    if (response.isSuccess()) {
      dialog = dialog.refreshed(response.contact());
      authorization = credentials;
      sender.ack(dialog, cseq, authorization);
      Optional.ofNullable(response.body())
          .flatMap(SessionDescription::parse)
          .filter(Objects.requireNonNull(sdp)::accepts)
          .ifPresent(media -> report(each -> each.onMedia(media)));
      report(Listener::onRefreshed);
    } else if (response.status() == 491) {
      report(Listener::onConflict);
    } else if (response.status() == 481 || response.status() == 408) {
      over = true;
      report(Listener::onLost);
    }
  }

  void onRequest(SipRequest request) {
    if (!request.fromTag().equals(dialog.remoteTag())
        || !dialog.localTag().equals(request.toTag())
        || over) {
      if (!request.method().equals("ACK")) {
        respond(request, 481, List.of(), null);
      }
      return;
    }
    if (ORDERED.contains(request.method()) && request.cseq() <= remoteCseq) {
      respond(request, 500, List.of("Retry-After: 1"), null); // late, or sent again
      return;
    }
    switch (request.method()) {
      case "ACK" -> {}
      case "BYE" -> hungUp(request);
      case "INVITE", "UPDATE" -> changed(request);
      case "INFO" -> info(request);
      case "OPTIONS" -> respond(request, 200, List.of(), null);
      case "CANCEL" -> respond(request, 481, List.of(), null);
      default -> respond(request, 405, List.of(), null);
    }
  }

  private void hungUp(SipRequest request) {
    over = true;
    respond(request, 200, List.of(), null);
    report(each -> each.onHungUp(request.q850()));
  }

  private void info(SipRequest request) {
    remoteCseq = request.cseq();
    respond(request, 200, List.of(), null);
    if ("application/dtmf-relay".equals(request.contentType()) && request.body() != null) {
      key(request.body()).ifPresent(key -> report(each -> each.onKey(key)));
    }
  }

  /** The key of a body {@code application/dtmf-relay}. */
  static Optional<Character> key(String body) {
    Matcher signal = SIGNAL.matcher(body);
    return signal.find()
        ? Optional.of(Character.toUpperCase(signal.group(1).charAt(0)))
        : Optional.empty();
  }

  /** Hold, another address or codec, or a refresh. */
  private void changed(SipRequest request) {
    remoteCseq = request.cseq();
    if (refreshing) {
      respond(request, 491, List.of(), null);
      return;
    }
    boolean invite = request.method().equals("INVITE");
    SdpWriter writer = sdp;
    if (request.body() == null || writer == null) {
      dialog = dialog.refreshed(request.contact());
      accept(request, invite && writer != null ? writer.offer(sdpVersion) : null);
      return;
    }
    Optional<SessionDescription> offer =
        SessionDescription.parse(request.body()).filter(writer::accepts);
    if (offer.isEmpty()) {
      respond(request, 488, List.of(), null); // T.38, or no common codec
      return;
    }
    dialog = dialog.refreshed(request.contact());
    sdpVersion++;
    accept(request, writer.answer(offer.get(), sdpVersion));
    report(each -> each.onMedia(offer.get()));
  }

  private void accept(SipRequest request, @Nullable String description) {
    respond(request, 200, List.of("Contact: <" + dialog.contact() + ">"), description);
    report(Listener::onRefreshed);
  }

  private void respond(
      SipRequest request, int status, List<String> headers, @Nullable String description) {
    endpoint.respond(request, status, dialog.localTag(), headers, description);
  }

  private void report(Consumer<Listener> event) {
    if (listener != null) {
      event.accept(listener);
    }
  }
}
