package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.Dialog;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.sip.RequestHandler;
import eu.callorders.sipgateway.sip.RequestText;
import eu.callorders.sipgateway.sip.ResponseHandler;
import eu.callorders.sipgateway.sip.SipRequest;
import eu.callorders.sipgateway.sip.SipResponse;
import io.vertx.core.Future;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The signaling of one call until it is answered or ends; then its {@link LegDialog} takes over.
 * Confined to the event loop.
 */
final class Leg implements RequestHandler {
  private static final int MAX_FORKS = 50;
  private static final int MIN_SESSION = 90; // RFC 4028

  private final CallEnvironment environment;
  private final DialogSender sender;
  private final InviteText inviteText;
  private final Listener listener;
  private final Authorizations authorizations;
  private Dialog dialog;
  private Runnable abandon = () -> {};
  private @Nullable Integer minSeconds;
  private @Nullable SessionDescription earlyMedia;
  private @Nullable LegDialog answered;
  private final Set<String> endedForks = new HashSet<>();
  private boolean proceeding;
  private boolean canceled;
  private boolean cancelSent;
  private boolean over;

  /** The INVITE of the call. */
  interface InviteText {
    /**
     * Makes the INVITE.
     *
     * @param minSeconds of a 422, or of a 421 that demands a session timer; null without one
     */
    RequestText of(Dialog dialog, @Nullable Integer minSeconds);
  }

  /** What happens to the leg. Exactly one of the last five comes, and only once. */
  interface Listener {

    /** Stores what the next request needs; completes when it is on disk. */
    Future<Void> store(Dialog dialog, boolean answered);

    /** 18x; may come several times. */
    void onRinging(@Nullable SessionDescription early);

    /**
     * Answered, stored and acknowledged.
     *
     * @param media null when the answer has no description
     */
    void onAnswered(LegDialog dialog, @Nullable SessionDescription media, SipResponse response);

    /** Answered after it was canceled; ended at once. */
    void onLateAnswer();

    void onRejected(SipResponse response);

    /** No answer at all. */
    void onSilence();

    /** No byte of the last INVITE has left. */
    void onUnsent(String why);
  }

  Leg(
      CallEnvironment environment,
      DialogSender sender,
      Dialog dialog,
      InviteText inviteText,
      Listener listener) {
    this.environment = environment;
    this.sender = sender;
    this.dialog = dialog;
    this.inviteText = inviteText;
    this.listener = listener;
    this.authorizations = sender.authorizations();
  }

  Dialog dialog() {
    return dialog;
  }

  /** Sends the INVITE, which is stored. */
  void invite() {
    RequestText invite = inviteText.of(dialog, minSeconds);
    authorizations.lines().forEach(invite::line);
    abandon =
        environment.endpoint().send(invite, dialog.target(), new InviteHandler(dialog.branch()));
  }

  /** Ends the unanswered call; a CANCEL needs a provisional answer first. */
  void cancel() {
    canceled = true;
    sendCancel();
  }

  boolean isCanceled() {
    return canceled;
  }

  /** Expects no answer any more; one that still comes is ended. */
  void giveUp() {
    over = true;
    abandon.run();
  }

  private void sendCancel() {
    if (canceled && proceeding && !cancelSent && !over) {
      cancelSent = true;
      sender.cancel(dialog);
    }
  }

  /** The responses to one INVITE; those to an earlier one are ignored. */
  private final class InviteHandler implements ResponseHandler {
    private final String branch;

    private InviteHandler(String branch) {
      this.branch = branch;
    }

    @Override
    public void onResponse(SipResponse response) {
      if (!over && branch.equals(dialog.branch())) {
        handle(response);
      }
    }

    @Override
    public void onTimeout() {
      if (!over && branch.equals(dialog.branch())) {
        over = true;
        listener.onSilence();
      }
    }

    @Override
    public void onUnsent(String why) {
      if (!over && branch.equals(dialog.branch())) {
        over = true;
        listener.onUnsent(why);
      }
    }
  }

  private void handle(SipResponse response) {
    if (response.isSuccess()) {
      answer(response);
    } else if (response.isProvisional()) {
      proceeding = true;
      sendCancel();
      if (response.isRinging()) {
        description(response).ifPresent(early -> earlyMedia = early);
        listener.onRinging(earlyMedia);
      }
    } else if (!canceled && mayRetry(response)) {
      retry();
    } else {
      over = true;
      abandon = () -> {}; // The transaction repeats its ACK.
      listener.onRejected(response);
    }
  }

  private boolean mayRetry(SipResponse response) {
    boolean tooShort = response.status() == 422 && response.minSeconds() != null;
    boolean missing = response.status() == 421 && response.required().equals(List.of("timer"));
    if (minSeconds == null && (tooShort || missing)) {
      minSeconds = Objects.requireNonNullElse(response.minSeconds(), MIN_SESSION);
      return true;
    }
    return authorizations.answer(response, "INVITE", dialog.requestUri());
  }

  private void retry() {
    proceeding = false;
    dialog = dialog.retried(Identifiers.branch());
    listener
        .store(dialog, false)
        .onSuccess(
            stored -> {
              if (canceled) {
                over = true;
                listener.onUnsent("canceled");
              } else {
                invite();
              }
            });
  }

  private void answer(SipResponse response) {
    over = true;
    dialog = dialog.answered(response);
    if (canceled) {
      hangUp(dialog);
      listener.onLateAnswer();
      return;
    }
    LegDialog confirmed =
        new LegDialog(
            environment,
            sender,
            dialog,
            authorizations.lines(),
            changed -> listener.store(changed, true));
    answered = confirmed;
    SessionDescription media = description(response).orElse(earlyMedia);
    listener
        .store(dialog, true)
        .onSuccess(
            stored -> {
              confirmed.acknowledge();
              listener.onAnswered(confirmed, media, response);
            });
  }

  private static Optional<SessionDescription> description(SipResponse response) {
    return Optional.ofNullable(response.body()).flatMap(SessionDescription::parse);
  }

  @Override
  public void onRequest(SipRequest request) {
    if (answered != null) {
      answered.onRequest(request);
    } else if (!request.method().equals("ACK")) {
      environment.endpoint().respond(request, 481, Identifiers.tag(), List.of(), null);
    }
  }

  /** A repeated 2xx, one of another branch of a fork, or one that comes too late. */
  @Override
  public void onLateResponse(SipResponse response) {
    if (!response.isSuccess() || !response.method().equals("INVITE")) {
      return;
    }
    if (answered == null || !answered.acknowledgeAgain(response)) {
      hangUp(dialog.answered(response));
    }
  }

  /** One BYE for a branch, whose 2xx may come again, and for 50 branches at most. */
  private void hangUp(Dialog fork) {
    sender.ack(fork, fork.inviteCseq(), authorizations.lines());
    if (endedForks.size() < MAX_FORKS && endedForks.add(String.valueOf(fork.remoteTag()))) {
      sender.bye(fork.next(), () -> {});
    }
  }
}
