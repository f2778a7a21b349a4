package eu.callorders.sipgateway.app;

import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.call.EventSink;
import eu.callorders.sipgateway.call.CallObserver;
import eu.callorders.sipgateway.digest.DigestChallenge;
import eu.callorders.sipgateway.media.RtpStatistics;
import eu.callorders.sipgateway.media.SessionDescription;
import eu.callorders.sipgateway.sip.SessionExpires;
import eu.callorders.sipgateway.sip.SipRequest;
import eu.callorders.sipgateway.sip.SipResponse;
import eu.callorders.sipgateway.sip.SipResponse.SeenAs;
import eu.callorders.sipgateway.sip.Target;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints what happens in a trial call, and keeps what it shows. Confined to the event loop. */
final class TrialTrace implements CallObserver, EventSink {
  private static final String INVITE = "INVITE";
  private static final List<Integer> CHALLENGES = List.of(401, 407);

  private final PrintStream out;
  private final InstantSource clock;
  private final Instant begin;
  private @Nullable Instant invited;
  private @Nullable Duration ringing;
  private @Nullable String digest;
  private boolean digestAccepted;
  private @Nullable SeenAs seenAs;
  private @Nullable SessionDescription media;
  private @Nullable SessionExpires session;
  private @Nullable RtpStatistics sound;
  private GatewayEvent.@Nullable Ended ended;
  private int keys;

  TrialTrace(PrintStream out, InstantSource clock) {
    this.out = out;
    this.clock = clock;
    this.begin = clock.instant();
  }

  void print(String event) {
    double seconds = Duration.between(begin, clock.instant()).toMillis() / 1000.0;
    out.printf(Locale.ROOT, "%8.3f  %s%n", seconds, event);
    out.flush();
  }

  @Override
  public void onSent(String method, Target target) {
    print("-> " + method + " to " + target);
    if (method.equals(INVITE) && invited == null) {
      invited = clock.instant();
    }
  }

  @Override
  public void onResponse(SipResponse response) {
    print("<- " + response.status() + " " + response.reason() + " for " + response.method());
    if (!response.method().equals(INVITE)) {
      return;
    }
    if (response.seenAs() != null) {
      seenAs = response.seenAs();
    }
    if (CHALLENGES.contains(response.status())) {
      digestAccepted = false;
      digest =
          DigestChallenge.strongest(response.challenges()).stream()
              .map(challenge -> challenge.algorithm().wire())
              .findFirst()
              .orElse("unsupported algorithm");
    } else if (response.status() > 100 && response.status() != 403) {
      digestAccepted = digest != null;
    }
    if (response.isRinging() && ringing == null && invited != null) {
      ringing = Duration.between(invited, clock.instant());
    }
    if (response.isSuccess()) {
      session = response.sessionExpires();
    }
  }

  @Override
  public void onRequest(SipRequest request) {
    print("<- " + request.method());
  }

  @Override
  public void onConversation(SessionDescription description) {
    media = description;
  }

  @Override
  public void onKey() {
    keys++;
    print("   key");
  }

  @Override
  public void onSoundEnd(RtpStatistics statistics) {
    sound = statistics;
  }

  @Override
  public void accept(GatewayEvent event) {
    print("   " + event.getClass().getSimpleName().toLowerCase(Locale.ROOT));
    if (event instanceof GatewayEvent.Ended end) {
      ended = end;
    }
  }

  @Override
  public void record(GatewayEvent event) {
    accept(event);
  }

  /**
   * What was shown.
   *
   * @param registered null when no registration is configured
   * @param refusal null when the call was placed
   */
  TrialFacts facts(
      List<TrialVerdict.Check> network, @Nullable Boolean registered, @Nullable String refusal) {
    return new TrialFacts(
        network,
        registered,
        digest,
        digestAccepted,
        seenAs,
        ringing,
        refusal,
        ended,
        media,
        session,
        sound,
        keys);
  }
}
