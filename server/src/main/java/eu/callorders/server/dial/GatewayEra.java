package eu.callorders.server.dial;

import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.order.CallOrder;
import java.time.Duration;
import java.util.UUID;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Requests the era of this database from the gateway every 5 seconds, and places calls under it.
 * Without a granted era, or while it is unknown whether the gateway has eras, this node places
 * nothing. A node whose era has ended stops, if it worked in it; otherwise it begins a higher era.
 */
public final class GatewayEra implements CallOrigins {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayEra.class);
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final Duration RETRY_INTERVAL = Duration.ofSeconds(1);
  private static final EraRequestResult UNKNOWN_CAPABILITIES =
      new EraRequestResult.Unavailable("the gateway's capabilities are unknown");

  private final VoiceGateway gateway;
  private final UUID node;
  private final @Nullable UUID previousNode;
  private final Supplier<Current> current;
  private final IntConsumer beginEraAbove;
  private final CallContextCipher contexts;
  private volatile @Nullable Current granted;

  /** Stays set when another era is current: the gateway refuses calls under the old one itself. */
  private volatile @Nullable Current latestGranted;

  private boolean hasWorked;
  private volatile EraRequestResult latestAnswer =
      new EraRequestResult.Unavailable("not requested yet");

  /**
   * The newest era of the database.
   *
   * @param deployment the database, also after a restore
   * @param number rises with each server instance
   */
  public record Current(UUID deployment, int number, UUID id) {}

  /**
   * @param node this process
   * @param previousNode the node that this process replaces; null for none. The gateway then grants
   *     a higher number sooner, but not while nodes of the previous era are active
   * @param current reads the newest era; blocks
   * @param settleAbove begins an era of the database with a number above the given one; blocks
   */
  public GatewayEra(
      VoiceGateway gateway,
      UUID node,
      @Nullable UUID previousNode,
      Supplier<Current> current,
      IntConsumer settleAbove,
      CallContextCipher contexts) {
    this.gateway = gateway;
    this.node = node;
    this.previousNode = previousNode;
    this.current = current;
    this.beginEraAbove = settleAbove;
    this.contexts = contexts;
  }

  /** Requests the era once; returns when to repeat. */
  public Duration runOnce() {
    if (!gateway.hasReportedCapabilities()) {
      recordAnswer(UNKNOWN_CAPABILITIES);
    } else if (gateway.capabilities().recovery()) {
      request(current.get());
    }
    return granted == null ? RETRY_INTERVAL : INTERVAL;
  }

  private void request(Current era) {
    EraRequest request =
        new EraRequest(era.deployment(), era.number(), era.id(), node, previousNode, false);
    EraRequestResult answer =
        GatewayRequests.await(() -> gateway.raiseEra(request), EraRequestResult.Unavailable::new);
    recordAnswer(answer);
    if (answer instanceof EraRequestResult.Granted) {
      granted = era;
      latestGranted = era;
      hasWorked = true;
    } else if (!(answer instanceof EraRequestResult.Unavailable)) {
      granted = null; // calls in flight: the gateway refuses those of an ended era
    }
    if (answer instanceof EraRequestResult.Stale(int number) && !hasWorked) {
      beginEraAbove.accept(number); // another copy of the database has been active since
    }
  }

  private void recordAnswer(EraRequestResult answer) {
    if (!answer.equals(latestAnswer)) {
      LOG.info("gateway era: {}", answer);
    }
    latestAnswer = answer;
  }

  UUID node() {
    return node;
  }

  boolean isGranted(UUID era) {
    Current known = granted;
    return known != null && known.id().equals(era);
  }

  public EraRequestResult latestAnswer() {
    return latestAnswer;
  }

  /** A gateway with unknown capabilities may have eras. */
  @Override
  public boolean mayPlace() {
    return gateway.hasReportedCapabilities()
        && (!gateway.capabilities().recovery() || granted != null);
  }

  @Override
  public @Nullable CallOrigin originOf(CallOrder order, CallAttempt intent) {
    Current era = latestGranted;
    if (era == null || !gateway.capabilities().recovery()) {
      return null;
    }
    CallContext context =
        new CallContext(
            intent.intent().subjectReference(),
            intent.intent().claimKey(),
            order.origin().keyHashes().stream().findFirst().orElse(null));
    return new CallOrigin(era.deployment(), era.id(), contexts.encrypt(intent.id(), context));
  }
}
