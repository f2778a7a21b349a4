package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.media.SdpNegotiation;
import eu.callorders.sipgateway.media.SdpWriter;
import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.SessionExpires;
import eu.callorders.sipgateway.sip.SipRequest;
import eu.callorders.sipgateway.sip.SipResponse;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The signaling of an answered call. Confined to the event loop. */
final class LegDialog {
  /** Requests that change something, in the order of their CSeq; a BYE counts whenever it comes. */
  private static final Set<String> ORDERED = Set.of("INVITE", "UPDATE", "INFO");

  private final CallEnvironment environment;
  private final DialogSender sender;
  private final Function<Dialog, Future<Void>> store;
  private final AnswerRepeater repeater;
  private List<String> authorization;
  private Dialog dialog;
  private @Nullable SdpNegotiation sdp;
  private @Nullable Listener listener;
  private long remoteCseq = -1;
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

    /**
     * It refreshes the session.
     *
     * @param wanted null when it asks for no session timer
     * @return the session timer that it gets; null for none
     */
    @Nullable SessionExpires onRefresh(@Nullable SessionExpires wanted);

    /**
     * It has accepted our refresh.
     *
     * @param granted null when it grants no session timer
     */
    default void onRefreshed(@Nullable SessionExpires granted) {}

    /** It changes the session while we refresh it: we refresh it again later. */
    default void onConflict() {}

    /** The dialog is gone on its side. */
    void onLost();
  }

  /**
   * @param authorization headers of the INVITE
   * @param store stores a changed dialog; completes when it is on disk
   */
  LegDialog(
      CallEnvironment environment,
      DialogSender sender,
      Dialog dialog,
      List<String> authorization,
      Function<Dialog, Future<Void>> store) {
    this.environment = environment;
    this.sender = sender;
    this.dialog = dialog;
    this.authorization = authorization;
    this.store = store;
    this.repeater =
        new AnswerRepeater(new Timers(environment.vertx()), environment.times().afterEnd());
  }

  /**
   * Starts to report.
   *
   * @param writer of our descriptions
   */
  void listen(SdpWriter writer, Listener receiver) {
    sdp = new SdpNegotiation(writer);
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
    end();
    sender.bye(dialog.next(), this::use, done);
  }

  /**
   * Refreshes the session by a re-INVITE with our description.
   *
   * @param seconds of the session
   */
  void refresh(int seconds) {
    SdpNegotiation negotiation = sdp;
    if (over || refreshing || negotiation == null) {
      return;
    }
    refreshing = true;
    Authorizations authorizations = sender.authorizations();
    String offer = negotiation.offer();
    sender.send(
        "INVITE",
        dialog.next(),
        text ->
            text.contact(dialog.contact())
                .header("Supported", "timer")
                .header("Session-Expires", seconds + ";refresher=uac")
                .sdp(offer),
        authorizations,
        this::prepareRefresh,
        response -> refreshed(response, authorizations.lines()),
        () -> refreshing = false);
  }

  /** Stores the dialog with the CSeq of a re-INVITE; fails when the call ends meanwhile. */
  private Future<Void> prepareRefresh(Dialog next) {
    Future<Void> stored = over ? Future.succeededFuture() : use(next);
    return stored.compose(
        done -> over ? Future.failedFuture("the call has ended") : Future.succeededFuture());
  }

  /** Stores a dialog that has changed. */
  private Future<Void> use(Dialog changed) {
    if (changed.equals(dialog)) {
      return Future.succeededFuture();
    }
    dialog = changed;
    return store.apply(changed);
  }

  private void refreshed(SipResponse response, List<String> credentials) {
    refreshing = false;
    if (response.isSuccess()) {
      authorization = credentials;
      use(dialog.refreshed(response.contact()))
          .onSuccess(stored -> sender.ack(dialog, (int) response.cseq(), credentials));
      Optional.ofNullable(response.body())
          .flatMap(SessionDescription::parse)
          .filter(Objects.requireNonNull(sdp)::accepts)
          .ifPresent(media -> report(each -> each.onMedia(media)));
      report(each -> each.onRefreshed(response.sessionExpires()));
    } else if (response.status() == 491) {
      report(Listener::onConflict);
    } else if (response.status() == 481 || response.status() == 408) {
      end();
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
      case "ACK" -> repeater.acknowledged(request.cseq());
      case "BYE" -> hungUp(request);
      case "INVITE", "UPDATE" -> changed(request);
      case "INFO" -> info(request);
      case "OPTIONS" -> respond(request, 200, List.of(), null);
      case "CANCEL" -> respond(request, 481, List.of(), null);
      default -> respond(request, 405, List.of(), null);
    }
  }

  private void hungUp(SipRequest request) {
    end();
    respond(request, 200, List.of(), null);
    report(each -> each.onHungUp(request.q850()));
  }

  private void info(SipRequest request) {
    remoteCseq = request.cseq();
    respond(request, 200, List.of(), null);
    KeyRelay.key(request.contentType(), request.body())
        .ifPresent(key -> report(each -> each.onKey(key)));
  }

  /** Hold, another address or codec, or a refresh. */
  private void changed(SipRequest request) {
    remoteCseq = request.cseq();
    if (refreshing) {
      respond(request, 491, List.of(), null);
      return;
    }
    boolean invite = request.method().equals("INVITE");
    SdpNegotiation negotiation = sdp;
    if (request.body() == null || negotiation == null) {
      accept(request, invite && negotiation != null ? negotiation.offer() : null);
      return;
    }
    Optional<SessionDescription> offer =
        SessionDescription.parse(request.body()).filter(negotiation::accepts);
    if (offer.isEmpty()) {
      respond(request, 488, List.of(), null); // T.38, or no common codec
      return;
    }
    accept(request, negotiation.answer(offer.get()));
    report(each -> each.onMedia(offer.get()));
  }

  private void accept(SipRequest request, @Nullable String description) {
    use(dialog.refreshed(request.contact())).onSuccess(stored -> answer(request, description));
  }

  private void answer(SipRequest request, @Nullable String description) {
    List<String> headers = new ArrayList<>(List.of("Contact: <" + dialog.contact() + ">"));
    SessionExpires session =
        listener == null || over ? null : listener.onRefresh(request.sessionExpires());
    if (session != null) {
      headers.add(session.answer());
      if (request.supportsTimer()) {
        headers.add("Require: timer");
      }
    }
    respond(request, 200, headers, description);
    if (request.method().equals("INVITE") && !over) {
      repeater.start(
          request.cseq(), () -> respond(request, 200, headers, description), this::unacknowledged);
    }
  }

  /** The other side may be gone: it gets a BYE. */
  private void unacknowledged() {
    hangUp(() -> {});
    report(Listener::onLost);
  }

  private void end() {
    over = true;
    repeater.stop();
  }

  private void respond(
      SipRequest request, int status, List<String> headers, @Nullable String description) {
    environment.endpoint().respond(request, status, dialog.localTag(), headers, description);
  }

  private void report(Consumer<Listener> event) {
    if (listener != null) {
      event.accept(listener);
    }
  }
}
