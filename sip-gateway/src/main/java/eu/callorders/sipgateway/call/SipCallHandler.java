package eu.callorders.sipgateway.call;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.gatewaykit.call.CallHandler;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.sip.Identifiers;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Places calls over SIP trunks. */
public final class SipCallHandler implements CallHandler {
  private static final Logger LOG = LoggerFactory.getLogger(SipCallHandler.class);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final Duration DIVERTED_HEALTH = Duration.ofSeconds(10);
  private static final int MAX_ALERTS = 100;

  private final CallEnvironment environment;
  private final ConversationFactory agents;
  private final PlacementCheck check;
  private final CallRate rate;
  private final Map<UUID, SipCall> calls = new HashMap<>();
  private @Nullable Promise<Void> drained;
  private final Set<String> unlistedCallerIds = new HashSet<>();
  private Instant divertedUntil = Instant.MIN;
  private boolean diversionAlerted;

  SipCallHandler(CallEnvironment environment, ConversationFactory agents) {
    this.environment = environment;
    this.agents = agents;
    this.check = new PlacementCheck(environment.settings());
    this.rate =
        new CallRate(environment.settings().maxCalls(), environment.settings().callsPerSecond());
  }

  /** Calls that use a channel. */
  public int activeCalls() {
    return rate.active();
  }

  @Override
  public @Nullable String sipCallId(UUID attemptId) {
    return Identifiers.callId();
  }

  @Override
  public PlaceResult.@Nullable Refused refusal(PlaceCall call) {
    Instant now = environment.clock().instant();
    RefusalReason reason = check.refusal(call);
    if (reason == RefusalReason.DIVERTED) {
      alertDiversion(now);
    } else if (reason == RefusalReason.CALLER_ID_NOT_LISTED) {
      alertCallerId(call.from().e164());
    }
    if (reason != null) {
      return new PlaceResult.Refused(reason, null);
    }
    if (!environment.trunks().admitAny(now)) {
      return new PlaceResult.Refused(RefusalReason.TRUNK_FAULT, null);
    }
    return rate.free(now) > 0 ? null : new PlaceResult.Refused(RefusalReason.CAPACITY, RETRY_AFTER);
  }

  /** Settings do not change while the process runs: one alert. */
  private void alertDiversion(Instant now) {
    divertedUntil = now.plus(DIVERTED_HEALTH);
    if (!diversionAlerted) {
      diversionAlerted = true;
      LOG.error("alert: live calls are refused, since all calls are diverted");
    }
  }

  private void alertCallerId(String callerId) {
    if (unlistedCallerIds.size() < MAX_ALERTS && unlistedCallerIds.add(callerId)) {
      LOG.error("alert: calls are refused, since {} is not in CALLER_IDS", callerId);
    }
  }

  @Override
  public Future<PlaceResult> place(CallJournal journal) {
    SipCall call = new SipCall(journal, environment, agents, this::ended);
    calls.put(call.attemptId(), call);
    rate.begin(environment.clock().instant());
    return call.place();
  }

  private void ended(SipCall call) {
    calls.remove(call.attemptId());
    rate.end();
    if (drained != null && calls.isEmpty()) {
      drained.tryComplete();
    }
  }

  @Override
  public void resume(CallJournal journal) {
    SavedCall saved = SavedCall.decode(journal.restoredState());
    if (saved == null) {
      endUndialed(journal);
      return;
    }
    RecoveredCall call =
        new RecoveredCall(
            journal,
            environment,
            saved,
            new DialogSender(
                environment.endpoint(),
                environment.trunks().named(saved.trunk()).map(Trunk::credentials).orElse(null)));
    call.end();
  }

  /** The process before has not come to the INVITE. */
  private static void endUndialed(CallJournal journal) {
    journal.ended(Disposition.FAILED, Cause.CARRIER_FAULT, null);
    journal.finish();
  }

  @Override
  public void cancel(UUID attemptId) {
    SipCall call = calls.get(attemptId);
    if (call != null) {
      call.stop();
    }
  }

  @Override
  public void queried(UUID attemptId) {
    SipCall call = calls.get(attemptId);
    if (call != null) {
      call.accept();
    }
  }

  @Override
  public GatewayHealth health() {
    Instant now = environment.clock().instant();
    if (environment.trunks().areAllDown()) {
      Duration wait = environment.trunks().suspendedFor(now);
      boolean probe = wait.isZero() && environment.trunks().admitAny(now);
      return probe
          ? new GatewayHealth(GatewayHealth.State.UP, Math.min(1, rate.free(now)), null)
          : new GatewayHealth(GatewayHealth.State.DOWN, 0, wait.isZero() ? null : wait);
    }
    return now.isBefore(divertedUntil) && environment.settings().divert() != null
        ? new GatewayHealth(GatewayHealth.State.DEGRADED, rate.free(now), null)
        : new GatewayHealth(GatewayHealth.State.UP, rate.free(now), null);
  }

  @Override
  public boolean detectsMachines() {
    return true;
  }

  @Override
  public boolean reportsDisclosure() {
    return true;
  }

  @Override
  public String gatewayRef(UUID attemptId) {
    return "sip-" + attemptId;
  }

  /** Ends all calls: a conversation cannot outlive the process. */
  @Override
  public Future<Void> drain() {
    Promise<Void> done = Promise.promise();
    drained = done;
    List.copyOf(calls.values()).forEach(SipCall::drain);
    if (calls.isEmpty()) {
      done.tryComplete();
    }
    return done.future();
  }
}
