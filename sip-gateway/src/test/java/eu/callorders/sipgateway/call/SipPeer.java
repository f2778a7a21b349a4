package eu.callorders.sipgateway.call;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The carrier and the person of a test, over UDP unless created otherwise. Repeated requests are
 * dropped, OPTIONS are answered.
 */
public final class SipPeer implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;

  public final RtpPeer sound = new RtpPeer();
  private final Wire wire;
  private final BlockingQueue<SipMessage> received = new LinkedBlockingQueue<>();
  private final Set<String> seen = new HashSet<>();
  private final String tag = "peer-" + UUID.randomUUID();
  private volatile int optionsStatus = 200;

  /** What carries the messages. */
  public interface Wire extends AutoCloseable {
    String transport();

    int port();

    /** Hands each message that arrives to a receiver, until it is closed. */
    void receive(Receiver receiver);

    void send(byte[] message, SocketAddress to) throws IOException;

    @Override
    void close();

    /** Takes messages. */
    interface Receiver {
      void accept(String text, SocketAddress from) throws IOException;
    }
  }

  public SipPeer() throws IOException {
    this(new DatagramWire(0));
  }

  public SipPeer(Wire wire) {
    this.wire = wire;
    Thread.ofPlatform()
        .daemon()
        .name("sip-peer")
        .start(() -> wire.receive((text, from) -> accept(SipMessage.parse(text, from))));
  }

  public int port() {
    return wire.port();
  }

  /** Datagrams of UDP. */
  static final class DatagramWire implements Wire {
    private final DatagramSocket socket;

    DatagramWire(int port) throws IOException {
      socket = new DatagramSocket(port, InetAddress.getLoopbackAddress());
    }

    @Override
    public String transport() {
      return "UDP";
    }

    @Override
    public int port() {
      return socket.getLocalPort();
    }

    @Override
    public void receive(Receiver receiver) {
      byte[] buffer = new byte[65_536];
      while (!socket.isClosed()) {
        try {
          DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
          socket.receive(packet);
          receiver.accept(
              new String(packet.getData(), 0, packet.getLength(), StandardCharsets.UTF_8),
              packet.getSocketAddress());
        } catch (SocketException closed) {
          return;
        } catch (IOException e) {
          throw new AssertionError(e);
        }
      }
    }

    @Override
    public void send(byte[] message, SocketAddress to) throws IOException {
      socket.send(new DatagramPacket(message, message.length, to));
    }

    @Override
    public void close() {
      socket.close();
    }
  }

  private void accept(SipMessage message) throws IOException {
    String method = message.method();
    String kind = message.isResponse() ? message.status() + method : method;
    // Requests but ACK are sent until they are answered, responses to INVITE until the ACK.
    boolean mayRepeat = message.isResponse() ? method.equals("INVITE") : !method.equals("ACK");
    boolean repeated = mayRepeat && !seen.add(kind + message.branch());
    if (message.method().equals("OPTIONS") && !message.isResponse()) {
      respond(
          tag,
          message,
          optionsStatus,
          "Status",
          null,
          null); // says nothing of the gateway's address
    } else if (!repeated && !kind.startsWith("100")) { // 100 comes after 200 ms, if at all
      received.add(message);
    }
  }

  /** Answers OPTIONS with another status. */
  void answerOptionsWith(int status) {
    optionsStatus = status;
  }

  /** The next message; fails unless it is a request with that method. */
  public SipMessage expect(String method) throws InterruptedException {
    SipMessage message = next();
    if (message.isResponse() || !message.method().equals(method)) {
      throw new AssertionError("expected " + method + ", not " + message);
    }
    return message;
  }

  /** The next message, whatever it is. */
  SipMessage expectAny() throws InterruptedException {
    return next();
  }

  /** The next message; fails unless it is a response with that status. */
  SipMessage expectResponse(int status) throws InterruptedException {
    SipMessage message = next();
    if (!message.isResponse() || message.status() != status) {
      throw new AssertionError("expected " + status + ", not " + message);
    }
    return message;
  }

  private SipMessage next() throws InterruptedException {
    SipMessage message = received.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("no message came");
    }
    return message;
  }

  /** What has come and was not expected. */
  public List<SipMessage> unexpected() {
    return List.copyOf(received);
  }

  /** Responds with the peer's tag. */
  public void respond(SipMessage request, int status, String reason, String... headers)
      throws IOException {
    respondAs(tag, request, status, reason, null, headers);
  }

  /** Responds with the description of the peer's sound. */
  public void respondWithSound(SipMessage request, int status, String reason, String... headers)
      throws IOException {
    respondAs(tag, request, status, reason, sound.description(), headers);
  }

  /** Responds as a trunk that sees the gateway at that address. */
  void respondSeenAs(
      String host, int port, SipMessage request, int status, String reason, String... headers)
      throws IOException {
    respond(tag, request, status, reason, null, host + ";rport=" + port, headers);
  }

  /** Responds with another tag, or another description; null for none. */
  void respondAs(
      String toTag, SipMessage request, int status, String reason, String sdp, String... headers)
      throws IOException {
    respond(toTag, request, status, reason, sdp, "127.0.0.1", headers);
  }

  private void respond(
      String toTag,
      SipMessage request,
      int status,
      String reason,
      String sdp,
      String received,
      String... headers)
      throws IOException {
    StringBuilder text = new StringBuilder("SIP/2.0 " + status + " " + reason + "\r\n");
    for (String via : request.headers("Via")) {
      text.append("Via: ").append(received == null ? via : via.replace(";rport;", ";"));
      text.append(received == null ? "" : ";received=" + received).append("\r\n");
    }
    text.append("From: ").append(request.header("From")).append("\r\n");
    String to = request.header("To");
    boolean tagged = status == 100 || to.contains("tag=");
    text.append("To: ").append(tagged ? to : to + ";tag=" + toTag).append("\r\n");
    text.append("Call-ID: ").append(request.callId()).append("\r\n");
    text.append("CSeq: ").append(request.header("CSeq")).append("\r\n");
    if (request.method().equals("INVITE") && status > 100 && status < 300) {
      text.append("Contact: <sip:person@127.0.0.1:" + port() + parameter() + ">\r\n");
    }
    Arrays.stream(headers).forEach(header -> text.append(header).append("\r\n"));
    send(withBody(text, sdp), request.from());
  }

  /** Sends a request within the dialog that an INVITE of the gateway has created. */
  public void request(String method, SipMessage invite, int cseq, String sdp, String... headers)
      throws IOException {
    requestAs(tag, method, invite, cseq, sdp, headers);
  }

  /** The same with another tag. */
  void requestAs(
      String fromTag, String method, SipMessage invite, int cseq, String sdp, String... headers)
      throws IOException {
    StringBuilder text = new StringBuilder();
    String contact = invite.header("Contact").replaceAll("[<>]", "");
    text.append(method + " " + contact + " SIP/2.0\r\n");
    text.append(
        "Via: SIP/2.0/"
            + wire.transport()
            + " 127.0.0.1:"
            + port()
            + ";branch=z9hG4bK"
            + UUID.randomUUID());
    text.append("\r\nMax-Forwards: 70\r\n");
    text.append("From: ").append(invite.header("To")).append(";tag=" + fromTag + "\r\n");
    text.append("To: ").append(invite.header("From")).append("\r\n");
    text.append("Call-ID: ").append(invite.callId()).append("\r\n");
    text.append("CSeq: " + cseq + " " + method + "\r\n");
    if (Arrays.stream(headers).noneMatch(header -> header.startsWith("Contact:"))) {
      text.append("Contact: <sip:person@127.0.0.1:" + port() + parameter() + ">\r\n");
    }
    Arrays.stream(headers).forEach(header -> text.append(header).append("\r\n"));
    send(withBody(text, sdp), invite.from());
  }

  void send(String text, SocketAddress to) throws IOException {
    wire.send(text.getBytes(StandardCharsets.UTF_8), to);
  }

  private static String withBody(StringBuilder text, String sdp) {
    String body = sdp == null ? "" : sdp;
    if (sdp != null && !text.toString().contains("Content-Type:")) {
      text.append("Content-Type: application/sdp\r\n");
    }
    return text + "Content-Length: " + body.length() + "\r\n\r\n" + body;
  }

  private String parameter() {
    return wire.transport().equals("UDP")
        ? ""
        : ";transport=" + wire.transport().toLowerCase(Locale.ROOT);
  }

  /** Lines of a description without usable sound. */
  static String unusableDescription() {
    return String.join(
            "\r\n",
            List.of("v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "c=IN IP4 127.0.0.1", "t=0 0"))
        + "\r\nm=audio 4000 RTP/AVP 18\r\n";
  }

  @Override
  public void close() {
    wire.close();
    sound.close();
  }
}
