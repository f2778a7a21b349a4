package eu.callorders.sipgateway.call;

import eu.callorders.core.id.IdKind;
import eu.callorders.sipgateway.media.G711;
import eu.callorders.sipgateway.media.RtpSession;
import eu.callorders.sipgateway.sip.Identifiers;
import eu.callorders.sipgateway.stream.StreamMessage;
import eu.callorders.sipgateway.stream.StreamWriter;
import io.vertx.core.http.WebSocket;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An agent at the other end of a WebSocket, who reports by {@link AgentRoutes}. Confined to the
 * event loop.
 */
final class StreamLink implements AgentLink {
  private final RemoteConversation conversation;
  private final WebSocket socket;
  private final StreamWriter writer;
  private @Nullable RtpSession sound;
  private boolean connected = true;

  StreamLink(RemoteConversation conversation, WebSocket socket) {
    this.conversation = conversation;
    this.socket = socket;
    this.writer =
        new StreamWriter(Identifiers.tag(), IdKind.CALL.format(conversation.call().attemptId()));
  }

  /** Starts to listen. */
  void open() {
    socket.textMessageHandler(this::received);
    socket.exceptionHandler(broken -> socket.close());
    socket.closeHandler(
        closed -> {
          connected = false;
          conversation.lost();
        });
    socket.writeTextMessage(writer.connected());
    conversation.ready();
  }

  @Override
  public void answered() {
    // The agent waits for the disclosure.
  }

  @Override
  public void begin(RtpSession used) {
    sound = used;
    used.hear(samples -> conversation.context().runOnContext(heard -> heard(samples)));
    socket.writeTextMessage(writer.start()); // before what is heard, which waits for its turn
  }

  private void heard(short[] samples) {
    if (isListening()) {
      socket.writeTextMessage(writer.media(G711.PCMU.encode(samples, 0, samples.length)));
    }
  }

  /** Sound, marks and keys that the agent is too slow for are dropped. */
  private boolean isListening() {
    return conversation.isSpeaking() && !socket.writeQueueFull();
  }

  private void received(String text) {
    Optional<StreamMessage> message = StreamMessage.parse(text);
    RtpSession used = sound;
    if (message.isEmpty() || used == null || !conversation.isSpeaking()) {
      return;
    }
    switch (message.get()) {
      case StreamMessage.Media media -> used.append(G711.PCMU.decode(media.encoded()), () -> {});
      case StreamMessage.Mark mark ->
          used.append(
              new short[0],
              () -> conversation.context().runOnContext(spoken -> spoken(mark.name())));
      case StreamMessage.Clear clear -> used.clear();
    }
  }

  private void spoken(String mark) {
    if (isListening()) {
      socket.writeTextMessage(writer.mark(mark));
    }
  }

  @Override
  public void key(char key) {
    if (isListening()) {
      socket.writeTextMessage(writer.dtmf(key));
    }
  }

  @Override
  public void end() {
    if (connected) {
      if (sound != null) {
        socket.writeTextMessage(writer.stop());
      }
      connected = false;
      socket.close();
    }
  }
}
