package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.digest.DigestCredentials;
import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.NextHop;
import eu.callorders.sipgateway.sip.RequestText;
import eu.callorders.sipgateway.sip.SipEndpoint;
import eu.callorders.sipgateway.sip.SipResponse;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests within a dialog, with credentials when they are challenged.
 *
 * @param credentials null: challenges are not answered
 */
record DialogSender(SipEndpoint endpoint, @Nullable DigestCredentials credentials) {

  /** For a request that has not been challenged yet. */
  Authorizations authorizations() {
    return new Authorizations(credentials);
  }

  /**
   * Acknowledges a 2xx.
   *
   * @param cseq of its INVITE
   * @param authorization headers of its INVITE
   */
  void ack(Dialog dialog, int cseq, List<String> authorization) {
    RequestText ack = RequestText.of("ACK", atNextHop(dialog), cseq, Identifiers.branch());
    authorization.forEach(ack::line);
    endpoint.sendOnce(ack, NextHop.of(dialog));
  }

  /** Acknowledges a rejection whose transaction is of an earlier process. */
  void ackRejection(Dialog dialog, @Nullable String toTag) {
    RequestText ack =
        RequestText.of("ACK", dialog.tagged(toTag), dialog.inviteCseq(), dialog.branch());
    endpoint.sendOnce(ack, dialog.target());
  }

  /** Cancels the INVITE of a leg. */
  void cancel(Dialog dialog) {
    RequestText cancel = RequestText.of("CANCEL", dialog, dialog.inviteCseq(), dialog.branch());
    endpoint.send(cancel, dialog.target(), response -> {}, () -> {}, why -> {});
  }

  /** Cancels an INVITE of an earlier process, which the stack does not know. */
  void cancelUnknown(Dialog dialog) {
    endpoint.sendOnce(
        RequestText.of("CANCEL", dialog, dialog.inviteCseq(), dialog.branch()), dialog.target());
  }

  /**
   * Ends a dialog.
   *
   * @param dialog whose CSeq the BYE has
   * @param done runs when it is answered, or cannot be
   */
  void bye(Dialog dialog, Runnable done) {
    bye(dialog, next -> Future.succeededFuture(), done);
  }

  /**
   * The same; stores the dialog before each BYE, which leaves even if that fails.
   *
   * @param store stores the dialog
   */
  void bye(Dialog dialog, Function<Dialog, Future<Void>> store, Runnable done) {
    send(
        "BYE",
        dialog,
        text -> {},
        authorizations(),
        next -> store.apply(next).otherwiseEmpty(),
        end -> done.run(),
        done);
  }

  /**
   * Sends a request with the CSeq of the dialog, once more for each challenge.
   *
   * @param addition adds headers and body
   * @param authorizations answers the challenges
   * @param store stores the dialog before each request; its failure ends the attempt
   * @param onFinal receives the final response
   * @param onSilence runs without one
   */
  void send(
      String method,
      Dialog dialog,
      Consumer<RequestText> addition,
      Authorizations authorizations,
      Function<Dialog, Future<Void>> store,
      Consumer<SipResponse> onFinal,
      Runnable onSilence) {
    RequestText text =
        RequestText.of(method, atNextHop(dialog), dialog.cseq(), Identifiers.branch());
    authorizations.lines().forEach(text::line);
    addition.accept(text);
    Consumer<SipResponse> onResponse =
        response -> {
          if (response.isProvisional()) {
            return;
          }
          if (authorizations.answer(response, method, dialog.requestUri())) {
            send(method, dialog.next(), addition, authorizations, store, onFinal, onSilence);
          } else {
            onFinal.accept(response);
          }
        };
    store
        .apply(dialog)
        .onSuccess(
            stored ->
                endpoint.send(
                    text, NextHop.of(dialog), onResponse, onSilence, why -> onSilence.run()))
        .onFailure(unstored -> onSilence.run());
  }

  private static Dialog atNextHop(Dialog dialog) {
    return dialog.via(NextHop.of(dialog));
  }
}
