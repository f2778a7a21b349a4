package eu.callorders.bench.crash;

import eu.callorders.bench.crash.ScriptedGateway.Behavior;
import eu.callorders.server.database.Locks;
import java.util.Locale;

/**
 * The places of a dial at which the process dies: each is reached for certain, by locks alone. From
 * the first one with a question on, the client is asked before each dial.
 */
enum KillPoint {
  BEFORE_THE_INTENT(
      dial -> {
        dial.hold(dial.channelsLock());
        dial.order();
        dial.awaitIntending();
        dial.kill();
        dial.require(dial.attempts() == 0, "there was an intent already");
        dial.release(dial.channelsLock());
      }),
  BEFORE_A_RELEASE_WAKES_THE_ORDER(
      dial -> {
        String hold = dial.placeHold();
        dial.order();
        dial.until(() -> dial.holds() == 1);
        dial.hold(Locks.dialing());
        dial.releaseHold(hold);
        dial.kill();
        dial.require(dial.attempts() == 0 && dial.holds() == 1, "the order was awake");
        dial.release(Locks.dialing());
      }),
  AFTER_THE_INTENT(
      dial -> {
        dial.hold(dial.channelsLock());
        dial.order();
        dial.commitUnnoticed(dial.channelsLock(), dial::awaitIntending);
        dial.require(dial.attempts() == 1, "there was no intent");
        dial.require(dial.requests() == 0, "the gateway had heard of it");
      }),
  BEFORE_THE_GATEWAY_TOOK_IT(
      dial -> {
        dial.gateway.behave(Behavior.HOLD_REQUEST);
        dial.order();
        dial.until(() -> dial.requests() == 1);
        dial.kill();
        dial.gateway.behave(Behavior.ANSWER);
        dial.require(dial.taken().isEmpty(), "the gateway had taken it");
      }),
  AFTER_THE_GATEWAY_TOOK_IT(
      dial -> {
        dial.gateway.behave(Behavior.HOLD_ANSWER);
        dial.order();
        dial.until(() -> dial.taken().size() == 1);
        dial.kill();
        dial.gateway.behave(Behavior.ANSWER);
      }),
  BEFORE_ITS_ANSWER_IS_STORED(
      dial -> {
        dial.gateway.behave(Behavior.HOLD_ANSWER);
        dial.order();
        dial.until(() -> dial.taken().size() == 1);
        dial.hold(dial.subjectLock());
        dial.gateway.behave(Behavior.ANSWER);
        dial.awaitStoring();
        dial.kill();
        dial.release(dial.subjectLock());
        dial.require(dial.takenNotes() == 0, "the answer was stored");
      }),
  BEFORE_RESULT_AND_EVENT_ARE_STORED(
      dial -> {
        dial.order();
        dial.until(() -> dial.shown().path("attempt_count").asInt() == 1);
        dial.hold(dial.subjectLock());
        dial.sendEvents();
        dial.awaitStoring();
        dial.kill();
        dial.release(dial.subjectLock());
        dial.require(!dial.confirmed(), "the end was confirmed");
      }),
  AFTER_RESULT_AND_EVENT_ARE_STORED(
      dial -> {
        dial.order();
        dial.until(() -> dial.shown().path("attempt_count").asInt() == 1);
        dial.hold(dial.subjectLock());
        dial.sendEvents();
        dial.commitUnnoticed(dial.subjectLock(), dial::awaitStoring);
        dial.require(!dial.confirmed(), "the end was confirmed");
      }),
  WHILE_THE_CLIENT_IS_ASKED(
      dial -> {
        dial.askFirst();
        dial.client.holdAnswers();
        dial.order();
        dial.until(() -> dial.asked() == 1);
        dial.kill();
        dial.client.answer();
        dial.require(dial.attempts() == 0, "there was an intent already");
      }),
  BEFORE_ITS_PERMISSION_IS_USED(
      dial -> {
        dial.askFirst();
        dial.client.holdAnswers();
        dial.order();
        dial.until(() -> dial.asked() == 1);
        dial.hold(dial.channelsLock());
        dial.client.answer();
        dial.awaitIntending();
        dial.kill();
        dial.release(dial.channelsLock());
        dial.require(dial.attempts() == 0, "there was an intent already");
      });

  @SuppressWarnings("ImmutableEnumChecker") // captures nothing
  final Approach approach;

  KillPoint(Approach approach) {
    this.approach = approach;
  }

  /** Brings a dial there, kills the process, and makes way for the next one. */
  interface Approach {
    void reach(KillPointRun dial) throws Exception;
  }

  /** Whether a new process finds the order at its end, before the gateway sends events again. */
  boolean endsAtOnce() {
    return this == AFTER_RESULT_AND_EVENT_ARE_STORED;
  }

  String title() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
