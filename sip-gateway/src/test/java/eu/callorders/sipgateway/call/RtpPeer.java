package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.media.G711;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The telephone's sound in a test: receives packets and sends keys. */
public final class RtpPeer implements AutoCloseable {
  private static final byte SILENCE = (byte) 0xD5;

  private final DatagramSocket socket;
  private final BlockingQueue<byte[]> received = new LinkedBlockingQueue<>();
  private int sequence;
  private int timestamp = 1000;

  RtpPeer() {
    try {
      socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    } catch (SocketException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofPlatform().daemon().name("rtp-peer").start(this::receive);
  }

  private void receive() {
    byte[] buffer = new byte[2048];
    while (!socket.isClosed()) {
      try {
        DatagramPacket packet = new DatagramPacket(buffer, buffer.length);
        socket.receive(packet);
        received.add(
            ByteBuffer.allocate(packet.getLength()).put(buffer, 0, packet.getLength()).array());
      } catch (SocketException closed) {
        return;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  String description() {
    return description("127.0.0.1");
  }

  /** The same with another host. */
  String description(String host) {
    return "v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 "
        + host
        + "\r\nt=0 0\r\nm=audio "
        + socket.getLocalPort()
        + " RTP/AVP 8 101\r\na=rtpmap:8 PCMA/8000\r\na=rtpmap:101 telephone-event/8000\r\n";
  }

  /** The next packet of the gateway. */
  public byte[] nextPacket() throws InterruptedException {
    byte[] packet = received.poll(60, TimeUnit.SECONDS);
    if (packet == null) {
      throw new AssertionError("no RTP came");
    }
    return packet;
  }

  /** Waits until the gateway sends a packet, as every 20 ms. */
  void awaitFrame() throws InterruptedException {
    received.clear();
    nextPacket();
  }

  /** Whether no packet has come that was not read. */
  boolean isQuiet() {
    return received.isEmpty();
  }

  /** Waits for a packet that is no silence. */
  public void awaitSpeech() throws InterruptedException {
    byte[] packet = nextPacket();
    while (isSilence(packet)) {
      packet = nextPacket();
    }
  }

  /** Waits for a packet with that sound, in A-law. */
  void awaitSound(byte code) throws InterruptedException {
    byte[] packet = nextPacket();
    while (packet[12] != code) {
      packet = nextPacket();
    }
  }

  /** Whether that sound, in A-law, is among the packets of the next 100 ms. */
  boolean hears(byte code) throws InterruptedException {
    byte[] packet = received.poll(100, TimeUnit.MILLISECONDS);
    for (int i = 0; i < 5 && packet != null; i++) {
      if (packet[12] == code) {
        return true;
      }
      packet = received.poll(100, TimeUnit.MILLISECONDS);
    }
    return false;
  }

  /** Waits for the end of an event of RFC 4733; returns its key. */
  char awaitKey() throws InterruptedException {
    byte[] packet = nextPacket();
    while ((packet[1] & 0x7F) != 101 || (packet[13] & 0x80) == 0) {
      packet = nextPacket();
    }
    return "0123456789*#ABCD".charAt(packet[12]);
  }

  private static boolean isSilence(byte[] packet) {
    for (int i = 12; i < packet.length; i++) {
      if (packet[i] != SILENCE) {
        return false;
      }
    }
    return true;
  }

  /** Presses a key as RFC 4733 says: its packets and the end are repeated. */
  public void press(char key, int gatewayPort) throws IOException {
    int event = "0123456789*#ABCD".indexOf(key);
    timestamp += 4000;
    for (int i = 1; i <= 6; i++) {
      boolean end = i > 3;
      sequence++;
      ByteBuffer packet = ByteBuffer.allocate(16);
      packet.put((byte) 0x80).put((byte) (i == 1 ? 0x80 | 101 : 101));
      packet.putShort((short) sequence).putInt(timestamp).putInt(77);
      packet.put((byte) event).put((byte) (end ? 0x8A : 0x0A)).putShort((short) (i * 160));
      send(packet.array(), gatewayPort);
    }
  }

  /** Sends 100 ms of the two tones of key 9. */
  void speakNine(int gatewayPort) throws IOException {
    short[] tones = new short[800];
    for (int i = 0; i < tones.length; i++) {
      double time = 2 * Math.PI * i / G711.SAMPLE_RATE;
      tones[i] = (short) (3_000 * (Math.sin(852 * time) + Math.sin(1_477 * time)));
    }
    for (int frame = 0; frame < tones.length; frame += 160) {
      speak(G711.PCMA.encode(tones, frame, 160), gatewayPort);
    }
  }

  /** Sends a frame of sound. */
  public void speak(byte[] frame, int gatewayPort) throws IOException {
    sequence++;
    timestamp += 160;
    ByteBuffer packet = ByteBuffer.allocate(12 + frame.length);
    packet.put((byte) 0x80).put((byte) 8);
    packet.putShort((short) sequence).putInt(timestamp).putInt(77).put(frame);
    send(packet.array(), gatewayPort);
  }

  private void send(byte[] packet, int gatewayPort) throws IOException {
    socket.send(
        new DatagramPacket(
            packet,
            packet.length,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), gatewayPort)));
  }

  @Override
  public void close() {
    socket.close();
  }
}
