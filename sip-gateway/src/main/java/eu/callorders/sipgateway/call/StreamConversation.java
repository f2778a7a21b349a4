package eu.callorders.sipgateway.call;

import eu.callorders.core.id.IdKind;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.sipgateway.agent.GatewaySentences;
import eu.callorders.sipgateway.media.G711;
import eu.callorders.sipgateway.media.RtpSession;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.stream.StreamMessage;
import eu.callorders.sipgateway.stream.StreamWriter;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.http.WebSocket;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Speaks the disclosure, then connects the sound with an agent at the other end of a WebSocket, who
 * reports by {@link AgentRoutes}. Confined to the event loop.
 */
final class StreamConversation implements Conversation {
  private static final Duration BEFORE_DISCLOSURE = Duration.ofMillis(400);
  private static final char OBJECTION = '9';

  private final CallEnvironment environment;
  private final WebSocket socket;
  private final Context context;
  private final Timers timers;
  private final StreamWriter writer;
  private final GatewaySentences sentences;
  private final StreamReport report;
  private @Nullable RtpSession sound;
  private @Nullable Listener listener;
  private Runnable onLost = () -> {};
  private boolean connected = true;
  private boolean streaming;
  private boolean objected;
  private boolean over;

  StreamConversation(
      CallJournal journal, CallEnvironment environment, String language, WebSocket socket) {
    this.environment = environment;
    this.socket = socket;
    this.context = environment.vertx().getOrCreateContext();
    this.timers = new Timers(environment.vertx());
    this.writer =
        new StreamWriter(Identifiers.tag(), IdKind.CALL.format(journal.call().attemptId()));
    this.sentences = new GatewaySentences(language);
    this.report =
        new StreamReport(journal, timers, environment.times().report(), sentences.language());
    socket.textMessageHandler(this::received);
    socket.exceptionHandler(broken -> socket.close());
    socket.closeHandler(closed -> lost());
    socket.writeTextMessage(writer.connected());
  }

  @Override
  public String language() {
    return sentences.language();
  }

  @Override
  public void whenLost(Runnable action) {
    onLost = action;
    if (!connected) {
      action.run();
    }
  }

  private void lost() {
    connected = false;
    if (over) {
      return;
    }
    if (listener == null) {
      onLost.run();
    } else if (streaming) {
      apologize();
    }
  }

  @Override
  public void start(RtpSession used, short[] disclosure, Listener receiver) {
    sound = used;
    listener = receiver;
    used.detectVoicemail();
    timers.start(
        "disclosure", BEFORE_DISCLOSURE, () -> play(used, disclosure, () -> disclosed(used)));
  }

  private void disclosed(RtpSession used) {
    tell(Listener::onDisclosed);
    if (objected) {
      sayLast("objection");
    } else if (!connected) {
      apologize();
    } else {
      streaming = true;
      used.hear(samples -> context.runOnContext(heard -> heard(samples)));
      socket.writeTextMessage(writer.start()); // before what is heard, which waits for its turn
    }
  }

  /** Sound that the agent is too slow for is dropped. */
  private void heard(short[] samples) {
    if (isOpen() && !socket.writeQueueFull()) {
      socket.writeTextMessage(writer.media(G711.PCMU.encode(samples, 0, samples.length)));
    }
  }

  private boolean isOpen() {
    return streaming && connected && !over;
  }

  private void received(String text) {
    Optional<StreamMessage> message = StreamMessage.parse(text);
    RtpSession used = sound;
    if (message.isEmpty() || used == null || !isOpen()) {
      return;
    }
    switch (message.get()) {
      case StreamMessage.Media media -> used.append(G711.PCMU.decode(media.encoded()), () -> {});
      case StreamMessage.Mark mark ->
          used.append(
              new short[0], () -> context.runOnContext(spoken -> send(writer.mark(mark.name()))));
      case StreamMessage.Clear clear -> used.clear();
    }
  }

  private void send(String message) {
    if (isOpen()) {
      socket.writeTextMessage(message);
    }
  }

  /** An objection counts at once; the agent hears of each key, and ends the conversation. */
  @Override
  public void onKey(char key) {
    if (over) {
      return;
    }
    if (key == OBJECTION) {
      object();
    }
    send(writer.dtmf(key));
  }

  /** The person objects to calls, by key or in words. */
  void object() {
    if (!objected && !over) {
      objected = true;
      tell(Listener::onObjection);
    }
  }

  @Override
  public void onVoicemail() {
    if (!objected) {
      voicemail();
    }
  }

  /** The agent wants to end the call. */
  void hangUp() {
    if (!over) {
      tell(Listener::onFinished);
    }
  }

  private void apologize() {
    streaming = false;
    environment
        .speaker()
        .render(sentences.text("apology"), language())
        .onComplete(
            rendered -> {
              RtpSession used = sound;
              if (over || used == null) {
                return;
              }
              if (rendered.failed()) {
                tell(each -> each.onFault("the agent was lost"));
              } else {
                play(
                    used,
                    rendered.result(),
                    () -> tell(each -> each.onFault("the agent was lost")));
              }
            });
  }

  private void sayLast(String sentence) {
    environment
        .speaker()
        .render(sentences.text(sentence), language())
        .onSuccess(samples -> play(Objects.requireNonNull(sound), samples, this::hangUp))
        .onFailure(fault -> hangUp());
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
    if (listener != null) {
      event.accept(listener);
    }
  }

  @Override
  public void stop() {
    if (over) {
      return;
    }
    boolean began = streaming && connected;
    over = true;
    timers.cancel("disclosure");
    if (began) {
      socket.writeTextMessage(writer.stop());
    }
    if (connected) {
      socket.close();
    }
    if (listener == null) {
      report.expectNone();
    }
  }

  StreamReport report() {
    return report;
  }

  @Override
  public Future<Void> report(boolean disclosed) {
    return report.await(disclosed, objected);
  }

  /** The agent has recognized a machine. */
  void voicemail() {
    if (!over) {
      tell(Listener::onMachine);
      report.expectNone();
    }
  }
}
