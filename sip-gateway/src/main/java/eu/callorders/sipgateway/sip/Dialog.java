package eu.callorders.sipgateway.sip;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that is needed to send requests of one leg, also after a restart. Immutable; stored before it
 * is used. JAIN-SIP's own dialogs end with the process.
 *
 * @param localUri of From
 * @param remoteUri of To
 * @param remoteTag null before the answer
 * @param requestUri the remote target
 * @param routes values of Route
 * @param cseq of the last request but ACK and CANCEL
 * @param inviteCseq of the INVITE that created the dialog, for its ACK and CANCEL
 * @param branch of the transaction of that INVITE
 * @param target the next hop
 * @param viaHost our address in Via
 * @param contact our URI
 */
public record Dialog(
    String callId,
    String localUri,
    String localTag,
    String remoteUri,
    @Nullable String remoteTag,
    String requestUri,
    List<String> routes,
    int cseq,
    int inviteCseq,
    String branch,
    Target target,
    String viaHost,
    int viaPort,
    String contact) {
  public Dialog {
    routes = List.copyOf(routes);
  }

  /** With the next CSeq. */
  public Dialog next() {
    return with(remoteTag, requestUri, routes, cseq + 1, inviteCseq, branch, target);
  }

  /** A further INVITE of a call that is not answered: with credentials, the next CSeq. */
  public Dialog retried(String newBranch) {
    return with(remoteTag, requestUri, routes, cseq + 1, cseq + 1, newBranch, target);
  }

  /** This leg instead of an earlier one of the same call: with its tag and CSeq. */
  public Dialog continuing(Dialog earlier) {
    return new Dialog(
        callId,
        localUri,
        earlier.localTag,
        remoteUri,
        remoteTag,
        requestUri,
        routes,
        earlier.cseq,
        earlier.inviteCseq,
        branch,
        target,
        viaHost,
        viaPort,
        contact);
  }

  /** The dialog that a 2xx creates. */
  public Dialog answered(SipResponse response) {
    String remote = response.contact() == null ? requestUri : response.contact();
    return with(
        response.toTag(),
        remote,
        response.recordRoutes().reversed(),
        cseq,
        inviteCseq,
        branch,
        target);
  }

  /** With routes that its INVITE takes. */
  public Dialog routed(List<String> newRoutes) {
    return with(remoteTag, requestUri, newRoutes, cseq, inviteCseq, branch, target);
  }

  /** With the tag of a response. */
  public Dialog tagged(@Nullable String newRemoteTag) {
    return with(newRemoteTag, requestUri, routes, cseq, inviteCseq, branch, target);
  }

  /** With the other side's new target. */
  public Dialog refreshed(@Nullable String newTarget) {
    return newTarget == null
        ? this
        : with(remoteTag, newTarget, routes, cseq, inviteCseq, branch, target);
  }

  /** With another next hop. */
  public Dialog via(Target other) {
    return with(remoteTag, requestUri, routes, cseq, inviteCseq, branch, other);
  }

  private Dialog with(
      @Nullable String newRemoteTag,
      String newRequestUri,
      List<String> newRoutes,
      int newCseq,
      int newInviteCseq,
      String newBranch,
      Target newTarget) {
    return new Dialog(
        callId,
        localUri,
        localTag,
        remoteUri,
        newRemoteTag,
        newRequestUri,
        newRoutes,
        newCseq,
        newInviteCseq,
        newBranch,
        newTarget,
        viaHost,
        viaPort,
        contact);
  }
}
