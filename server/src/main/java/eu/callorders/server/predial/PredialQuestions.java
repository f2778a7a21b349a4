package eu.callorders.server.predial;

import eu.callorders.core.predial.PredialFailure;
import eu.callorders.core.predial.PredialReply;
import eu.callorders.server.concurrent.Deadlines;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The questions of this node that are under way, and the replies that the dialer has yet to take,
 * in memory only: a question that a crash loses is asked again when its time is over.
 */
public final class PredialQuestions {
  private static final Logger LOG = LoggerFactory.getLogger(PredialQuestions.class);

  private final PredialEndpoint endpoint;
  private final InstantSource realTime;
  private final Runnable onReply;
  private final PredialLimiter limiter;
  private final PredialCounts counts = new PredialCounts();
  private final Deque<AnsweredQuestion> answered = new ArrayDeque<>();

  /**
   * @param onReply wakes the dialer
   */
  public PredialQuestions(PredialEndpoint endpoint, InstantSource realTime, Runnable onReply) {
    this.endpoint = endpoint;
    this.realTime = realTime;
    this.onReply = onReply;
    this.limiter = new PredialLimiter(realTime);
  }

  public PredialLimiter limiter() {
    return limiter;
  }

  public PredialCounts counts() {
    return counts;
  }

  /** Sends questions whose orders are committed as asked about. Does not wait. */
  public void send(Collection<PredialQuestion> questions) {
    questions.forEach(this::send);
  }

  private void send(PredialQuestion question) {
    limiter.begin(question.tenantId(), question.setting().check().onFailure());
    Instant askedAt = realTime.instant();
    endpoint
        .ask(question)
        .otherwise(
            failure -> {
              LOG.error("question {} failed", question.id(), failure);
              return new PredialReply.Failed(PredialFailure.INVALID_RESPONSE);
            })
        .onSuccess(
            reply -> receive(new AnsweredQuestion(question, reply, askedAt, realTime.instant())));
  }

  /** The reply about an order that was claimed ahead is kept until the order is due. */
  private void receive(AnsweredQuestion received) {
    limiter.end(received.question().tenantId(), !(received.reply() instanceof PredialReply.Failed));
    counts.record(received.reply());
    Duration wait = Duration.between(realTime.instant(), received.question().dueAtRealTime());
    if (wait.isPositive()) {
      var _ = Deadlines.after(wait, () -> offer(received));
    } else {
      offer(received);
    }
  }

  private void offer(AnsweredQuestion received) {
    synchronized (this) {
      answered.addLast(received);
    }
    onReply.run();
  }

  /**
   * Takes replies, oldest first, and drops those that are no longer good.
   *
   * @param dials how many of them may lead to a dial
   * @return by order
   */
  public synchronized Map<UUID, AnsweredQuestion> take(int limit, int dials) {
    Instant now = realTime.instant();
    Map<UUID, AnsweredQuestion> taken = new LinkedHashMap<>();
    int left = dials;
    for (Iterator<AnsweredQuestion> each = answered.iterator();
        each.hasNext() && taken.size() < limit; ) {
      AnsweredQuestion next = each.next();
      if (!next.isGood(now)) {
        each.remove();
      } else if (!next.mayDial() || left > 0) {
        left -= next.mayDial() ? 1 : 0;
        taken.put(next.question().orderId(), next);
        each.remove();
      }
    }
    return taken;
  }

  /** Puts replies back whose orders another transaction has locked. */
  public synchronized void putBack(Collection<AnsweredQuestion> replies) {
    replies.forEach(answered::addFirst);
  }
}
