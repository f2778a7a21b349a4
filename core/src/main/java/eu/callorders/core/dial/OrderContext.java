package eu.callorders.core.dial;

import eu.callorders.core.call.Attempt;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.event.EventType;
import eu.callorders.core.order.NextAttempt;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One order under change within one transaction, as {@link AttemptEventHandler} needs it. Reads see
 * earlier changes.
 */
public interface OrderContext {

  Instant now();

  /** The tenant's time at a real instant. */
  Instant tenantTime(Instant real);

  Attempt attempt(UUID attemptId);

  /** The tenant's time at which the intent of an attempt was written. */
  Instant intendedAt(UUID attemptId);

  /** Logs that a reported time lies outside the possible span of the call; the tenant's time. */
  void logClampedTime(UUID attemptId, Instant reported, Instant used);

  /** Records a changed attempt. */
  void update(Attempt attempt);

  /** Assigns the attempt its number: it counts from now on. */
  void assignAttemptNumber(UUID attemptId);

  /** Reverts the dial of an attempt that never counted. */
  Refusals recordRefusal(UUID attemptId, RefusalReason code);

  /**
   * Refusals since the last attempt that counted.
   *
   * @param all for whatever reason
   * @param forCapacity for want of capacity
   */
  record Refusals(int all, int forCapacity) {}

  /** Emits an event of one of the order's calls. */
  void emitCallEvent(UUID attemptId, EventType type);

  /** Applies a command by the order's state machine. */
  void apply(OrderCommand command);

  /** The next dial after an attempt that counted. */
  NextAttempt nextAttempt();

  /** The next dial, not before {@code wait} is over. */
  NextAttempt nextAttempt(Duration wait);

  /** Creates the suppression for the objection in an attempt. */
  void createSuppression(UUID attemptId);

  /** The objection recorded in an attempt; null for none. */
  Findings.@Nullable Objection objection(UUID attemptId);

  /** Validates and stores the agent's report; empty when one was stored before. */
  Optional<Conversation> storeReport(UUID attemptId, GatewayEvent.Report report);

  /** Stores a part of the transcript. */
  void storeTranscript(UUID attemptId, GatewayEvent.Turns turns);

  /** Sets the deadlines of an attempt by its status: of the gateway query and of the report. */
  void updateDeadlines(UUID attemptId);

  /** Makes the query about an attempt due now, unless its call is over. */
  void scheduleImmediateQuery(UUID attemptId);
}
