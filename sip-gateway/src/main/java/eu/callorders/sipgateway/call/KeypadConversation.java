package eu.callorders.sipgateway.call;

import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.agent.AgentAction;
import eu.callorders.sipgateway.agent.KeypadAgent;
import eu.callorders.sipgateway.agent.ReportDocument;
import eu.callorders.sipgateway.media.RtpSession;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Speaks the disclosure, then lets the keypad agent talk. Confined to the event loop. */
final class KeypadConversation implements Conversation {
  private static final Duration BEFORE_DISCLOSURE = Duration.ofMillis(400);
  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final long NO_TIMER = -1;

  private final CallJournal journal;
  private final Vertx vertx;
  private final Context context;
  private final InstantSource clock;
  private final Speaker speaker;
  private final KeypadAgent agent;
  private final Deque<AgentAction> actions = new ArrayDeque<>();
  private @Nullable RtpSession sound;
  private @Nullable Listener listener;
  private Transcript transcript = new Transcript(Instant.EPOCH);
  private long timer = NO_TIMER;
  private int speech;
  private boolean keyPressed;
  private boolean over;

  KeypadConversation(CallJournal journal, CallEnvironment environment, KeypadAgent agent) {
    this.journal = journal;
    this.vertx = environment.vertx();
    this.context = vertx.getOrCreateContext();
    this.clock = environment.clock();
    this.speaker = environment.speaker();
    this.agent = agent;
  }

  @Override
  public String language() {
    return agent.language();
  }

  /** The agent is a part of the gateway. */
  @Override
  public void whenLost(Runnable action) {}

  @Override
  public void start(RtpSession used, short[] disclosure, Listener receiver) {
    sound = used;
    listener = receiver;
    transcript = new Transcript(clock.instant());
    used.detectVoicemail();
    timer =
        vertx.setTimer(
            BEFORE_DISCLOSURE.toMillis(),
            fired -> {
              timer = NO_TIMER;
              play(journal.call().disclosure(), disclosure, this::disclosed);
            });
  }

  private void disclosed() {
    report(Listener::onDisclosed);
    perform(agent.begin());
  }

  @Override
  public void onKey(char key) {
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

  @Override
  public void onVoicemail() {
    if (!over && !keyPressed) {
      report(Listener::onMachine);
    }
  }

  @Override
  public void stop() {
    if (!over && agent.stop()) {
      report(Listener::onObjection);
    }
    over = true;
    cancelTimer();
    transcript.agentEnds(clock.instant());
  }

  @Override
  public Future<Void> report(boolean disclosed) {
    if (journal.call().transcript()) {
      journal.turns(language(), transcript.isComplete(), transcript.turns());
    }
    journal.report(ReportDocument.of(agent.outcome(), disclosed, language()));
    return Future.succeededFuture();
  }

  private void report(Consumer<Listener> event) {
    if (listener != null) {
      event.accept(listener);
    }
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
        report(Listener::onObjection);
        performNext();
      }
      case AgentAction.HangUp hangUp -> report(Listener::onFinished);
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
        .onFailure(fault -> report(each -> each.onFault(String.valueOf(fault.getMessage()))));
  }

  private void play(String text, short[] samples, Runnable afterwards) {
    int current = ++speech;
    transcript.agentBegins(text, clock.instant());
    Objects.requireNonNull(sound)
        .play(
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
