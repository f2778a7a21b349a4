package eu.callorders.sipgateway.sip;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sip.ClientTransaction;
import org.jspecify.annotations.Nullable;

/** A request on its way: its handler gets exactly one of timeout, failure and final response. */
final class Outgoing {
  private static final long FIRST_REPETITION_NANOS = 450_000_000; // just below T1

  private final boolean invite;
  private final Target target;
  private final ResponseHandler handler;
  private final Set<Outgoing> pending;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile boolean answered;
  private volatile long sentAt;
  private volatile @Nullable ClientTransaction transaction;

  /**
   * @param pending requests that have not ended
   */
  Outgoing(String method, Target target, ResponseHandler handler, Set<Outgoing> pending) {
    this.invite = method.equals("INVITE");
    this.target = target;
    this.handler = handler;
    this.pending = pending;
    pending.add(this);
  }

  Target target() {
    return target;
  }

  ResponseHandler handler() {
    return handler;
  }

  @Nullable ClientTransaction transaction() {
    return transaction;
  }

  /** Its transaction, whose request leaves now. */
  void use(ClientTransaction created) {
    transaction = created;
    sentAt = System.nanoTime();
    created.setApplicationData(this);
  }

  boolean hasEnded() {
    return ended.get();
  }

  /** A provisional response has come. */
  void answered() {
    answered = true;
  }

  /** Whether it is an INVITE to that address of which nothing has been heard. */
  boolean isUnansweredInvite(String host, int port) {
    return invite
        && !answered
        && !hasEnded()
        && transaction != null
        && target.transport().equals("udp")
        && target.host().equals(host)
        && target.port() == port;
  }

  /** Whether it was sent only once: a repetition may follow one that has arrived. */
  boolean isJustSent() {
    return System.nanoTime() - sentAt < FIRST_REPETITION_NANOS;
  }

  /** False when it has ended before. */
  boolean end() {
    pending.remove(this);
    return ended.compareAndSet(false, true);
  }
}
