package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.agent.AgentAction;
import eu.callorders.sipgateway.agent.KeypadAgent;
import eu.callorders.sipgateway.media.RtpSession;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Speaks the disclosure, then lets the keypad agent talk. Confined to the event loop. */
final class KeypadConversation {
  private static final Duration BEFORE_DISCLOSURE = Duration.ofMillis(400);
  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final long NO_TIMER = -1;

  private final Vertx vertx;
  private final Context context;
  private final InstantSource clock;
  private final Speaker speaker;
  private final RtpSession sound;
  private final KeypadAgent agent;
  private final Transcript transcript;
  private final Listener listener;
  private final Deque<AgentAction> actions = new ArrayDeque<>();
  private long timer = NO_TIMER;
  private int speech;
  private boolean keyPressed;
  private boolean over;

  /** What a call must know of its conversation. */
  interface Listener {
    void onDisclosed();

    void onObjection();

    /** A machine has answered. */
    void onMachine();

    /** The agent has said everything. */
    void onFinished();

    void onFault(String why);
  }

  KeypadConversation(
      Vertx vertx,
      InstantSource clock,
      Speaker speaker,
      RtpSession sound,
      KeypadAgent agent,
      Listener listener) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.clock = clock;
    this.speaker = speaker;
    this.sound = sound;
    this.agent = agent;
    this.transcript = new Transcript(clock.instant());
    this.listener = listener;
  }

  Transcript transcript() {
    return transcript;
  }

  /** The call was answered. */
  void start(String disclosure, short[] samples) {
    sound.detectVoicemail();
    timer =
        vertx.setTimer(
            BEFORE_DISCLOSURE.toMillis(),
            fired -> {
              timer = NO_TIMER;
              play(disclosure, samples, this::disclosed);
            });
  }

  private void disclosed() {
    listener.onDisclosed();
    perform(agent.begin());
  }

  void onKey(char key) {
    if (over) {
      return;
    }
    keyPressed = true;
    transcript.subjectPresses(agent.isEntering() ? "*" : String.valueOf(key), clock.instant());
    List<AgentAction> next = agent.key(key);
    if (!next.isEmpty()) {
      perform(next);
    } else if (timer != NO_TIMER && speech > 0) {
      awaitKey(); // an entry is going on
    }
  }

  void onVoicemail() {
    if (!over && !keyPressed) {
      listener.onMachine();
    }
  }

  /** Says nothing more. */
  void stop() {
    over = true;
    cancelTimer();
    transcript.agentEnds(clock.instant());
  }

  private void perform(List<AgentAction> next) {
    cancelTimer();
    actions.clear();
    actions.addAll(next);
    performNext();
  }

  private void performNext() {
    if (over) {
      return;
    }
    AgentAction action = actions.poll();
    switch (action) {
      case null -> awaitKey();
      case AgentAction.Say say -> say(say.text());
      case AgentAction.ReportObjection objection -> {
        listener.onObjection();
        performNext();
      }
      case AgentAction.HangUp hangUp -> listener.onFinished();
    }
  }

  private void say(String text) {
    int current = ++speech;
    speaker
        .render(text, agent.language())
        .onSuccess(
            samples -> {
              if (current == speech && !over) {
                play(text, samples, this::performNext);
              }
            })
        .onFailure(fault -> listener.onFault(String.valueOf(fault.getMessage())));
  }

  private void play(String text, short[] samples, Runnable afterwards) {
    int current = ++speech;
    transcript.agentBegins(text, clock.instant());
    sound.play(
        samples,
        () ->
            context.runOnContext(
                done -> {
                  if (current == speech && !over) {
                    transcript.agentEnds(clock.instant());
                    afterwards.run();
                  }
                }));
  }

  private void awaitKey() {
    cancelTimer();
    timer =
        vertx.setTimer(
            PATIENCE.toMillis(),
            fired -> {
              timer = NO_TIMER;
              perform(agent.silence());
            });
  }

  private void cancelTimer() {
    if (timer != NO_TIMER) {
      vertx.cancelTimer(timer);
      timer = NO_TIMER;
    }
  }
}
