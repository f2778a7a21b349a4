package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.agent.GatewaySentences;
import eu.callorders.sipgateway.media.RtpSession;
import io.vertx.core.Context;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Speaks the disclosure, then connects the sound with an agent outside of the gateway. Confined to
 * the event loop.
 */
final class RemoteConversation implements Conversation {
  private static final Duration BEFORE_DISCLOSURE = Duration.ofMillis(400);
  private static final Duration MAX_WAIT = Duration.ofSeconds(3);
  private static final String DISCLOSURE_TIMER = "disclosure";
  private static final String AGENT_TIMER = "agent";
  private static final char OBJECTION = '9';
  private static final int MAX_KEYS = 500;

  private final CallEnvironment environment;
  private final AgentStatistics statistics;
  private final CallJournal journal;
  private final Context context;
  private final Timers timers;
  private final GatewaySentences sentences;
  private final AgentReport report;
  private @Nullable AgentLink link;
  private @Nullable RtpSession sound;
  private @Nullable Listener listener;
  private Runnable onLost = () -> {};
  private boolean connected = true;
  private boolean ready;
  private boolean disclosed;
  private boolean speaking;
  private boolean objected;
  private boolean over;
  private int keys;

  RemoteConversation(
      CallJournal journal,
      CallEnvironment environment,
      AgentStatistics statistics,
      String language) {
    this.journal = journal;
    this.environment = environment;
    this.statistics = statistics;
    this.context = environment.vertx().getOrCreateContext();
    this.timers = new Timers(environment.vertx());
    this.sentences = new GatewaySentences(language);
    this.report =
        new AgentReport(
            journal, timers, environment.times().report(), statistics, sentences.language());
  }

  PlaceCall call() {
    return journal.call();
  }

  AgentReport report() {
    return report;
  }

  /** Milliseconds since the person has answered. */
  long sinceAnswer() {
    Instant answered = journal.answeredAt();
    return answered == null
        ? 0
        : Duration.between(answered, environment.clock().instant()).toMillis();
  }

  /** The event loop. */
  Context context() {
    return context;
  }

  @Override
  public String language() {
    return sentences.language();
  }

  /** The connection with the agent; before {@link #start}. */
  void use(AgentLink connection) {
    link = connection;
    statistics.connected();
  }

  @Override
  public void whenLost(Runnable action) {
    onLost = action;
    if (!connected) {
      action.run();
    }
  }

  @Override
  public void start(RtpSession used, short[] disclosure, Listener receiver) {
    sound = used;
    listener = receiver;
    Objects.requireNonNull(link).answered();
    timers.start(
        DISCLOSURE_TIMER, BEFORE_DISCLOSURE, () -> play(used, disclosure, this::disclosed));
  }

  private void disclosed() {
    disclosed = true;
    tell(Listener::onDisclosed);
    if (objected) {
      sayLast("objection");
    } else if (!connected) {
      apologize();
    } else if (ready) {
      begin();
    } else {
      timers.start(AGENT_TIMER, MAX_WAIT, this::lost);
    }
  }

  private void begin() {
    timers.cancel(AGENT_TIMER);
    speaking = true;
    Objects.requireNonNull(link).begin(Objects.requireNonNull(sound));
  }

  /** The agent can speak. */
  void ready() {
    ready = true;
    if (disclosed && connected && !speaking && !objected && !over) {
      begin();
    }
  }

  /** The agent is gone. */
  void lost() {
    if (over || !connected) {
      return;
    }
    connected = false;
    statistics.lost();
    if (listener == null) {
      onLost.run();
    } else if (disclosed && (speaking || !objected)) {
      apologize();
    }
  }

  /** Whether the agent speaks and hears. */
  boolean isSpeaking() {
    return speaking && connected && !over;
  }

  /**
   * An objection counts at once; the agent hears of each key, and ends the conversation. More than
   * 500 keys are a fault of the telephone, and are not passed on.
   */
  @Override
  public void onKey(char key) {
    if (over) {
      return;
    }
    if (key == OBJECTION) {
      object();
    }
    if (isSpeaking() && keys < MAX_KEYS) {
      keys++;
      Objects.requireNonNull(link).key(key);
    }
  }

  /**
   * The person objects to calls, by key or in words. After the end of the call the agent may still
   * say so, until the call is reported.
   */
  void object() {
    if (objected || report.whenReported().isComplete()) {
      return;
    }
    objected = true;
    if (over) {
      journal.objection("voice");
      return;
    }
    tell(Listener::onObjection);
    if (disclosed && connected && !speaking) { // the agent has not come yet
      timers.cancel(AGENT_TIMER);
      sayLast("objection");
    }
  }

  /** A machine has answered, as the agent says. */
  void voicemail() {
    if (!over && listener != null) {
      report.expectNone();
      tell(Listener::onMachine);
    }
  }

  /** The agent wants to end the call. */
  void hangUp() {
    if (!over) {
      tell(Listener::onFinished);
    }
  }

  /** Stores the leg to an agent while the call goes on; completes when it is on disk. */
  Future<Void> store(SavedCall.AgentLeg leg) {
    return listener == null || over ? Future.succeededFuture() : listener.onAgentLeg(leg);
  }

  private void apologize() {
    timers.cancel(AGENT_TIMER);
    speaking = false;
    Objects.requireNonNull(sound).clear();
    Objects.requireNonNull(link).end();
    environment
        .speaker()
        .render(sentences.text("apology"), language())
        .onSuccess(samples -> playLast(samples, this::fail))
        .onFailure(fault -> fail());
  }

  private void fail() {
    tell(each -> each.onFault("the agent was lost"));
  }

  private void sayLast(String sentence) {
    environment
        .speaker()
        .render(sentences.text(sentence), language())
        .onSuccess(samples -> playLast(samples, this::hangUp))
        .onFailure(fault -> hangUp());
  }

  private void playLast(short[] samples, Runnable afterwards) {
    if (!over) {
      play(Objects.requireNonNull(sound), samples, afterwards);
    }
  }

  private void play(RtpSession used, short[] samples, Runnable afterwards) {
    used.play(
        samples,
        () ->
            context.runOnContext(
                spoken -> {
                  if (!over) {
                    afterwards.run();
                  }
                }));
  }

  private void tell(Consumer<Listener> event) {
    if (listener != null && !over) {
      event.accept(listener);
    }
  }

  @Override
  public void stop() {
    if (over) {
      return;
    }
    over = true;
    timers.cancel(DISCLOSURE_TIMER);
    timers.cancel(AGENT_TIMER);
    if (listener == null) {
      report.expectNone();
    }
    if (link != null) {
      statistics.disconnected();
      link.end();
    }
  }

  @Override
  public Future<Void> report(boolean spoken) {
    return report.await(spoken, () -> objected);
  }
}
