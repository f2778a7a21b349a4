package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.digest.ChallengePolicy;
import eu.callorders.sipgateway.digest.DigestCredentials;
import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.NextHop;
import eu.callorders.sipgateway.sip.RequestText;
import eu.callorders.sipgateway.sip.SipEndpoint;
import eu.callorders.sipgateway.sip.SipResponse;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests within a dialog, with credentials when they are challenged.
 *
 * @param credentials null: challenges are not answered
 */
record DialogSender(SipEndpoint endpoint, @Nullable DigestCredentials credentials) {

  /** The header that answers a challenge; empty when the request has failed for good. */
  Optional<String> authorization(
      SipResponse challenge, ChallengePolicy policy, String method, String uri) {
    if (credentials == null || (challenge.status() != 401 && challenge.status() != 407)) {
      return Optional.empty();
    }
    String name = challenge.proxyChallenge() ? "Proxy-Authorization" : "Authorization";
    return policy
        .select(challenge.challenges())
        .map(each -> name + ": " + credentials.answer(each, method, uri, Identifiers.nonce(), 1));
  }

  /**
   * Acknowledges a 2xx.
   *
   * @param cseq of its INVITE
   * @param authorization of its INVITE; null without one
   */
  void ack(Dialog dialog, int cseq, @Nullable String authorization) {
    RequestText ack = RequestText.of("ACK", atNextHop(dialog), cseq, Identifiers.branch());
    if (authorization != null) {
      ack.line(authorization);
    }
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
    send("BYE", dialog, text -> {}, new ChallengePolicy(), null, (end, header) -> done.run(), done);
  }

  /**
   * Sends a request with the CSeq of the dialog, once more for each challenge.
   *
   * @param addition adds headers and body
   * @param onFinal receives the final response, and the header that has answered a challenge; null
   *     without one
   * @param onSilence runs without one
   */
  void send(
      String method,
      Dialog dialog,
      Consumer<RequestText> addition,
      ChallengePolicy policy,
      @Nullable String authorization,
      BiConsumer<SipResponse, @Nullable String> onFinal,
      Runnable onSilence) {
    RequestText text =
        RequestText.of(method, atNextHop(dialog), dialog.cseq(), Identifiers.branch());
    if (authorization != null) {
      text.line(authorization);
    }
    addition.accept(text);
    endpoint.send(
        text,
        NextHop.of(dialog),
        response -> {
          if (response.isProvisional()) {
            return;
          }
          authorization(response, policy, method, dialog.requestUri())
              .ifPresentOrElse(
                  header ->
                      send(method, dialog.next(), addition, policy, header, onFinal, onSilence),
                  () -> onFinal.accept(response, authorization));
        },
        onSilence,
        why -> onSilence.run());
  }

  private static Dialog atNextHop(Dialog dialog) {
    return dialog.via(NextHop.of(dialog));
  }
}
