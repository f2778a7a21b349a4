package eu.callorders.core.dial;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.telephony.GatewayEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One order under change within one transaction, as {@link AttemptEventHandler} needs it. What it
 * is told holds at once for whatever it is asked next.
 */
public interface OrderContext {

  /** The tenant's time at which all of this happens. */
  Instant now();

  /** The tenant's time at a real instant. */
  Instant tenantTime(Instant real);

  Attempt attempt(UUID attemptId);

  /** The tenant's time at which the intent of an attempt was written. */
  Instant intendedAt(UUID attemptId);

  /** Logs that a reported time lies outside the possible span of the call; the tenant's time. */
  void timeClamped(UUID attemptId, Instant reported, Instant used);

  /** Takes over an attempt that has changed. */
  void update(Attempt attempt);

  /** Gives an attempt its number: it counts from now on. */
  void count(UUID attemptId);

  /**
   * Takes back the dial of an attempt that never counted.
   *
   * @return refusals since the last attempt that counted, with this one
   */
  int countRefusal(UUID attemptId);

  /** Announces something of one of the order's calls. */
  void announceCall(UUID attemptId, EventType type);

  /** Lets the state machine judge a command and takes over what it accepts. */
  void apply(OrderCommand command);

  /** When to dial next, after an attempt that counted. */
  NextAttempt next();

  /** When to dial next, not before {@code wait} is over. */
  NextAttempt next(Duration wait);

  /** Makes the do-not-call entry that the person of an attempt has asked for. */
  void enterObjection(UUID attemptId);

  /** The objection told in an attempt; null for none. */
  Findings.@Nullable Objection objection(UUID attemptId);

  /** Checks and keeps the agent's report of an attempt; empty when it was reported before. */
  Optional<Conversation> keepReport(UUID attemptId, GatewayEvent.Report report);

  /** Keeps what was said. */
  void keepTranscript(UUID attemptId, GatewayEvent.Turns turns);

  /**
   * Sets the deadlines of an attempt by how far it has come: when to ask the gateway, and when a
   * missing report is overdue.
   */
  void expectWhatFollows(UUID attemptId);

  /** Makes the query about an attempt due now, unless its call is over. */
  void queryAtOnce(UUID attemptId);
}
