package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.media.G711;
import eu.callorders.sipgateway.media.RtpSession;
import eu.callorders.sipgateway.realtime.RealtimeMessage;
import eu.callorders.sipgateway.realtime.RealtimeMessage.FunctionCall;
import eu.callorders.sipgateway.realtime.RealtimeTools;
import eu.callorders.sipgateway.realtime.RealtimeTranscript;
import eu.callorders.sipgateway.realtime.RealtimeWriter;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.WebSocket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A speech model of OpenAI, which reports by its functions. Confined to the event loop. */
final class RealtimeLink implements AgentLink {
  private static final Logger LOG = LoggerFactory.getLogger(RealtimeLink.class);
  private static final Duration BETWEEN_KEYS = Duration.ofMillis(1500);
  private static final String KEY_TIMER = "keys";
  private static final String BUSY = "conversation_already_has_active_response";
  private static final int MAX_FAILURES = 2;
  private static final int MAX_REPORT_REQUESTS = 3;
  private static final int SAMPLES_PER_MILLI = 8;
  private static final char OBJECTION = '9';

  private final RemoteConversation conversation;
  private final WebSocket socket;
  private final Timers timers;
  private final RealtimeFunctions functions;
  private final RealtimeTranscript transcript = new RealtimeTranscript();
  private final Promise<Void> accepted = Promise.promise();
  private final StringBuilder keys = new StringBuilder();
  private @Nullable RtpSession sound;
  private boolean connected = true;
  private boolean responding;
  private boolean responseDue;
  private boolean transcribed;
  private boolean ended;
  private String interrupted = "";
  private long beganAt;
  private int failures;
  private int reportRequests;

  RealtimeLink(Vertx vertx, RemoteConversation conversation, WebSocket socket) {
    this.conversation = conversation;
    this.socket = socket;
    this.timers = new Timers(vertx);
    this.functions =
        new RealtimeFunctions(conversation, this::hangUpWhenSpoken, this::sendTranscript);
  }

  /** Completes when the model has accepted the rules of the call. */
  Future<Void> open(String voice) {
    socket.textMessageHandler(text -> RealtimeMessage.parse(text).ifPresent(this::received));
    socket.exceptionHandler(broken -> socket.close());
    socket.closeHandler(closed -> closed());
    send(RealtimeWriter.session(conversation.call(), voice));
    return accepted.future();
  }

  private void closed() {
    connected = false;
    timers.cancelAll();
    accepted.tryFail("the connection was closed");
    if (accepted.future().succeeded()) {
      conversation.lost();
    }
    if (ended) {
      abandonReport();
    }
  }

  @Override
  public void answered() {
    // The model waits for the disclosure.
  }

  @Override
  public void begin(RtpSession used) {
    sound = used;
    beganAt = conversation.sinceAnswer();
    transcript.disclosed(conversation.call().disclosure(), 0, beganAt);
    used.hear(samples -> conversation.context().runOnContext(heard -> heard(samples)));
    respond();
  }

  /** Sound that the connection is too slow for is dropped. */
  private void heard(short[] samples) {
    if (conversation.isSpeaking() && connected && !socket.writeQueueFull()) {
      send(RealtimeWriter.audio(G711.PCMU.encode(samples, 0, samples.length)));
    }
  }

  private void received(RealtimeMessage message) {
    switch (message) {
      case RealtimeMessage.SessionUpdated updated -> {
        accepted.tryComplete();
        conversation.ready();
      }
      case RealtimeMessage.ResponseBegan began -> responding = true;
      case RealtimeMessage.ResponseEnded end -> responseEnded(end.failed());
      case RealtimeMessage.Audio audio -> speak(audio);
      case RealtimeMessage.AgentText said ->
          transcript.agentSaid(said.itemId(), said.text(), conversation.sinceAnswer());
      case RealtimeMessage.SpeechBegan began -> personSpeaks(began);
      case RealtimeMessage.SpeechEnded end ->
          transcript.personEnds(end.itemId(), beganAt + end.at());
      case RealtimeMessage.PersonText said ->
          transcript.personSaid(said.itemId(), said.text(), conversation.sinceAnswer());
      case RealtimeMessage.FunctionCall call -> execute(call);
      case RealtimeMessage.Fault fault -> failed(fault);
    }
  }

  private void speak(RealtimeMessage.Audio audio) {
    RtpSession used = sound;
    if (used != null && conversation.isSpeaking() && !audio.itemId().equals(interrupted)) {
      short[] samples = G711.PCMU.decode(audio.encoded());
      transcript.agentSpeaks(
          audio.itemId(), conversation.sinceAnswer(), samples.length / SAMPLES_PER_MILLI);
      used.append(samples, () -> {});
    }
  }

  /** The person is not talked over. */
  private void personSpeaks(RealtimeMessage.SpeechBegan began) {
    transcript.personBegins(began.itemId(), beganAt + began.at());
    silence();
  }

  private void silence() {
    RtpSession used = sound;
    if (used != null && conversation.isSpeaking()) {
      transcript
          .interrupt(conversation.sinceAnswer())
          .ifPresent(
              cut -> {
                used.clear();
                interrupted = cut.itemId();
                send(RealtimeWriter.truncate(cut.itemId(), cut.millis()));
              });
    }
  }

  private void execute(FunctionCall call) {
    send(RealtimeWriter.result(call.callId(), functions.execute(call)));
    boolean ends =
        call.name().equals(RealtimeTools.HANG_UP) || call.name().equals(RealtimeTools.VOICEMAIL);
    if (!ended && !ends) {
      respond();
    }
  }

  private void hangUpWhenSpoken() {
    if (sound != null && conversation.isSpeaking()) {
      sound.append(
          new short[0], () -> conversation.context().runOnContext(spoken -> conversation.hangUp()));
    }
  }

  /** One response at a time: the next one waits. */
  private void respond() {
    if (responding) {
      responseDue = true;
    } else {
      responding = true;
      responseDue = false;
      send(ended ? RealtimeWriter.respondWithReport() : RealtimeWriter.respond());
    }
  }

  private void responseEnded(boolean failed) {
    responding = false;
    failures = failed ? failures + 1 : 0;
    if (ended) {
      requestReport();
    } else if (failures >= MAX_FAILURES) {
      conversation.lost();
    } else if (failed || responseDue) {
      respond();
    }
  }

  private void failed(RealtimeMessage.Fault fault) {
    if (fault.code().equals(BUSY)) {
      responding = true;
      responseDue = true;
      return;
    }
    LOG.warn("agent openai: {} {}", fault.type(), fault.code());
    accepted.tryFail("the model has refused the call: " + fault.type() + " " + fault.code());
    if (ended) {
      responding = false;
      requestReport();
    }
  }

  /** Keys that follow each other are told together; an objection at once. */
  @Override
  public void key(char key) {
    keys.append(key);
    if (key == OBJECTION) {
      tellKeys();
    } else {
      timers.start(KEY_TIMER, BETWEEN_KEYS, this::tellKeys);
    }
  }

  private void tellKeys() {
    timers.cancel(KEY_TIMER);
    boolean objection = keys.indexOf(String.valueOf(OBJECTION)) >= 0;
    String pressed = keys.toString();
    keys.setLength(0);
    transcript.personPressed(pressed.length(), conversation.sinceAnswer());
    if (objection) {
      silence();
    }
    if (objection && responding) {
      send(RealtimeWriter.cancel());
    }
    send(
        RealtimeWriter.note(
            objection
                ? "The person has pressed 9, an objection to calls. It is recorded. Say goodbye."
                : "The person has pressed the keys " + pressed));
    respond();
  }

  /** The model reports a conversation that it has not reported yet; then {@link #close}. */
  @Override
  public void end() {
    if (ended) {
      return;
    }
    ended = true;
    timers.cancelAll();
    if (conversation.report().isComplete() || !connected || sound == null) {
      abandonReport();
      return;
    }
    send(RealtimeWriter.note("The call has ended. Call report now; nothing more is heard."));
    if (responding) {
      send(RealtimeWriter.cancel());
    } else {
      requestReport();
    }
  }

  private void requestReport() {
    if (conversation.report().isComplete()) {
      return;
    }
    reportRequests++;
    if (reportRequests > MAX_REPORT_REQUESTS) {
      abandonReport();
    } else {
      respond();
    }
  }

  private void abandonReport() {
    sendTranscript();
    conversation.report().abandon();
  }

  private void sendTranscript() {
    if (!ended || transcribed || transcript.turns().isEmpty()) {
      return;
    }
    transcribed = true;
    conversation.report().turns(transcript.turns(), transcript.isComplete());
  }

  /** Nothing more is reported. */
  void close() {
    ended = true;
    timers.cancelAll();
    if (connected) {
      connected = false;
      socket.close();
    }
  }

  private void send(String message) {
    if (connected) {
      socket.writeTextMessage(message);
    }
  }
}
