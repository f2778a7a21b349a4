package eu.callorders.sipgateway.dns;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.xbill.DNS.DClass;
import org.xbill.DNS.Flags;
import org.xbill.DNS.Header;
import org.xbill.DNS.Message;
import org.xbill.DNS.Name;
import org.xbill.DNS.Rcode;
import org.xbill.DNS.Record;
import org.xbill.DNS.Resolver;
import org.xbill.DNS.SRVRecord;
import org.xbill.DNS.Section;
import org.xbill.DNS.SimpleResolver;
import org.xbill.DNS.TextParseException;

/** A name server that knows the records of a test. */
public final class DnsPeer implements AutoCloseable {
  private final DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
  private final List<Record> records = new CopyOnWriteArrayList<>();

  public DnsPeer() throws SocketException {
    Thread.ofPlatform().daemon().name("dns-peer").start(this::serve);
  }

  /** A record of a service of this machine, which is not cached; a lower priority comes first. */
  public static SRVRecord service(String name, int priority, int port) throws TextParseException {
    return new SRVRecord(
        Name.fromString(name), DClass.IN, 0, priority, 1, port, Name.fromString("127.0.0.1."));
  }

  public void add(Record... added) {
    records.addAll(Arrays.asList(added));
  }

  public Resolver resolver() {
    return new SimpleResolver(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), socket.getLocalPort()));
  }

  private void serve() {
    byte[] buffer = new byte[4096];
    while (!socket.isClosed()) {
      try {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        byte[] response = respond(Arrays.copyOf(buffer, packet.getLength()));
        socket.send(new DatagramPacket(response, response.length, packet.getSocketAddress()));
      } catch (SocketException closed) {
        return;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  private byte[] respond(byte[] query) throws IOException {
    Message request = new Message(query);
    Record question = request.getQuestion();
    Header header = new Header(request.getHeader().getID());
    header.setFlag(Flags.QR);
    header.setFlag(Flags.AA);
    Message response = new Message();
    response.setHeader(header);
    response.addRecord(question, Section.QUESTION);
    records.stream()
        .filter(record -> record.getName().equals(question.getName()))
        .filter(record -> record.getType() == question.getType())
        .forEach(record -> response.addRecord(record, Section.ANSWER));
    if (response.getSection(Section.ANSWER).isEmpty()) {
      response.getHeader().setRcode(Rcode.NXDOMAIN);
    }
    return response.toWire();
  }

  @Override
  public void close() {
    socket.close();
  }
}
