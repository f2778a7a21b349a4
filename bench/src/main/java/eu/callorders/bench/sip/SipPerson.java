package eu.callorders.bench.sip;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A trunk that answers as it is told; OPTIONS by itself. Repeated requests are dropped. */
final class SipPerson implements AutoCloseable {
  private static final int SECONDS = 60;
  private static final String TAG = ";tag=person";

  private final DatagramSocket socket;
  private final BlockingQueue<SipText> requests = new LinkedBlockingQueue<>();
  private final Set<String> seen = new HashSet<>();
  private final List<SipText> invites = new ArrayList<>();

  SipPerson() throws IOException {
    socket = new DatagramSocket(UdpPorts.free(), InetAddress.getLoopbackAddress());
    Thread.ofPlatform().daemon().name("person").start(this::receive);
  }

  int port() {
    return socket.getLocalPort();
  }

  private void receive() {
    byte[] buffer = new byte[65_536];
    while (!socket.isClosed()) {
      try {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        String text = new String(packet.getData(), 0, packet.getLength(), UTF_8);
        accept(SipText.parse(text, packet.getSocketAddress()));
      } catch (SocketException closed) {
        return;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private synchronized void accept(SipText message) throws IOException {
    if (!message.isRequest()) {
      return;
    }
    if (message.method().equals("OPTIONS")) {
      respond(message, "200 OK", message.from());
    } else if (seen.add(message.method() + message.branch())) {
      if (message.method().equals("INVITE")) {
        invites.add(message);
      }
      requests.add(message);
    }
  }

  /** The INVITE to a number. */
  SipText awaitInvite(String number) throws IOException, InterruptedException {
    return await(
        "INVITE",
        request ->
            request.method().equals("INVITE") && request.lines().getFirst().contains(number));
  }

  /** The next request of that method within the call of an INVITE. */
  SipText await(String method, SipText invite) throws IOException, InterruptedException {
    return await(
        method,
        request -> request.method().equals(method) && request.callId().equals(invite.callId()));
  }

  /** Ends what other calls request meanwhile. */
  private SipText await(String method, Predicate<SipText> wanted)
      throws IOException, InterruptedException {
    while (true) {
      SipText request = requests.poll(SECONDS, TimeUnit.SECONDS);
      if (request == null) {
        throw new IllegalStateException("no " + method + " has come within " + SECONDS + " s");
      }
      if (wanted.test(request)) {
        return request;
      }
      if (request.method().equals("BYE") || request.method().equals("CANCEL")) {
        respond(request, "481 Call/Transaction Does Not Exist");
      }
    }
  }

  /** All INVITEs so far, repetitions left out. */
  synchronized List<SipText> invites() {
    return List.copyOf(invites);
  }

  void respond(SipText request, String status) throws IOException {
    respond(request, status, request.from());
  }

  /** Answers an INVITE of a process that has ended; the next one listens elsewhere, perhaps. */
  void respond(SipText request, String status, SocketAddress to) throws IOException {
    boolean description = status.startsWith("200 ") && request.method().equals("INVITE");
    StringBuilder text = new StringBuilder("SIP/2.0 " + status + "\r\n");
    request.lines().stream()
        .filter(line -> line.regionMatches(true, 0, "Via:", 0, 4))
        .forEach(line -> text.append(line).append("\r\n"));
    String called = request.header("To");
    text.append("From: ").append(request.header("From")).append("\r\n");
    text.append("To: ").append(called).append(called.contains("tag=") ? "" : TAG).append("\r\n");
    text.append("Call-ID: ").append(request.callId()).append("\r\n");
    text.append("CSeq: ").append(request.header("CSeq")).append("\r\n");
    text.append("Contact: <sip:person@127.0.0.1:").append(port()).append(">\r\n");
    String body = description ? description() : "";
    if (description) {
      text.append("Content-Type: application/sdp\r\n");
    }
    text.append("Content-Length: ").append(body.length()).append("\r\n\r\n").append(body);
    byte[] bytes = text.toString().getBytes(UTF_8);
    socket.send(new DatagramPacket(bytes, bytes.length, to));
  }

  /** Sound that goes nowhere: to the port of SIP, where it is no message. */
  private String description() {
    return String.join(
        "\r\n",
        "v=0",
        "o=person 1 1 IN IP4 127.0.0.1",
        "s=-",
        "c=IN IP4 127.0.0.1",
        "t=0 0",
        "m=audio 9 RTP/AVP 8",
        "a=rtpmap:8 PCMA/8000",
        "");
  }

  @Override
  public void close() {
    socket.close();
  }
}
