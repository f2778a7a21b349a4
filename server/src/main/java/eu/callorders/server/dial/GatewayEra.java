package eu.callorders.server.dial;

import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraAnswer;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.order.CallOrder;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.UUID;
import java.util.function.IntConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the gateway for the era of this database, every 5 seconds, and places calls under it. While
 * a gateway that knows eras has not granted it, or a gateway has not told whether it knows eras,
 * this node places nothing. A node that has worked in an era that is over stops; one that has not
 * begins an era above it, and waits for its turn.
 */
public final class GatewayEra implements CallOrigins {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayEra.class);
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final Duration UNTIL_GRANTED = Duration.ofSeconds(1);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
  private static final EraAnswer UNTOLD =
      new EraAnswer.Unavailable("the gateway has not told its capabilities");

  private final VoiceGateway gateway;
  private final UUID node;
  private final @Nullable UUID previousNode;
  private final Supplier<Current> current;
  private final IntConsumer settleAbove;
  private final CallContextCipher contexts;
  private volatile @Nullable Current granted;

  /** Kept when another era is the current one: the gateway refuses what still comes under it. */
  private volatile @Nullable Current latestGranted;

  private boolean worked;
  private volatile EraAnswer latest = new EraAnswer.Unavailable("not asked yet");

  /**
   * The newest era of the database.
   *
   * @param deployment the database, also after a restore
   * @param number rises with each server instance
   */
  public record Current(UUID deployment, int number, UUID id) {}

  /**
   * @param node this process
   * @param previousNode after which this process works; null for none: the gateway grants it a
   *     higher number sooner, but not while nodes of the era before are at work
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
    this.settleAbove = settleAbove;
    this.contexts = contexts;
  }

  /** Asks once; answers when to ask again. */
  public Duration runOnce() {
    if (!gateway.hasToldCapabilities()) {
      note(UNTOLD);
    } else if (gateway.capabilities().recovery()) {
      ask(current.get());
    }
    return granted == null ? UNTIL_GRANTED : INTERVAL;
  }

  private void ask(Current era) {
    EraRequest request =
        new EraRequest(era.deployment(), era.number(), era.id(), node, previousNode, false);
    Future<EraAnswer> asked =
        Future.fromCompletionStage(
            GatewayRequests.of(() -> gateway.raiseEra(request), EraAnswer.Unavailable::new));
    EraAnswer answer =
        BoundedWait.completes(asked, ANSWER_LIMIT)
            ? asked.result()
            : new EraAnswer.Unavailable("no answer");
    note(answer);
    if (answer instanceof EraAnswer.Granted) {
      granted = era;
      latestGranted = era;
      worked = true;
    } else if (!(answer instanceof EraAnswer.Unavailable)) {
      granted = null; // the gateway itself refuses what is placed under an era that has ended
    }
    if (answer instanceof EraAnswer.Stale(int number) && !worked) {
      settleAbove.accept(number); // another copy of the database was at work since
    }
  }

  private void note(EraAnswer answer) {
    if (!answer.equals(latest)) {
      LOG.info("era of this database at the gateway: {}", answer);
    }
    latest = answer;
  }

  /** This process. */
  UUID node() {
    return node;
  }

  /** Whether the gateway has granted that era, and no other since. */
  boolean isGranted(UUID era) {
    Current known = granted;
    return known != null && known.id().equals(era);
  }

  /** What the gateway said last. */
  public EraAnswer latest() {
    return latest;
  }

  /** A gateway that has not told its capabilities may know eras. */
  @Override
  public boolean mayPlace() {
    return gateway.hasToldCapabilities() && (!gateway.capabilities().recovery() || granted != null);
  }

  @Override
  public @Nullable CallOrigin of(CallOrder order, CallAttempt intent) {
    Current era = latestGranted;
    if (era == null || !gateway.capabilities().recovery()) {
      return null;
    }
    CallContext context =
        new CallContext(
            intent.intent().subjectReference(),
            intent.intent().claim(),
            order.origin().keyHashes().stream().findFirst().orElse(null));
    return new CallOrigin(era.deployment(), era.id(), contexts.encrypt(intent.id(), context));
  }
}
