package eu.callorders.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Two ports: one takes connections and says nothing, one takes none. */
public final class BlackHoles implements AutoCloseable {
  private static final int QUEUE = 4_096;
  private static final int TO_FILL = 8;

  private final ServerSocket mute;
  private final ServerSocket shut;
  private final LongAdder connections = new LongAdder();
  private final ConcurrentLinkedQueue<Socket> taken = new ConcurrentLinkedQueue<>();
  private final List<Socket> filling = new ArrayList<>();

  public BlackHoles() throws IOException {
    mute = new ServerSocket(0, QUEUE, InetAddress.getLoopbackAddress());
    shut = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::take);
    for (int i = 0; i < TO_FILL; i++) {
      fill();
    }
  }

  private void take() {
    try {
      while (!mute.isClosed()) {
        taken.add(mute.accept());
        connections.increment();
        if (taken.size() > QUEUE) {
          taken.remove().close();
        }
      }
    } catch (IOException closed) {
      // the end
    }
  }

  /** Until the queue of what waits to be accepted is full. */
  private void fill() {
    Socket socket = new Socket();
    filling.add(socket);
    try {
      socket.connect(shut.getLocalSocketAddress(), 100);
    } catch (IOException full) {
      // as it should be
    }
  }

  /** Takes connections and says nothing. */
  public String mute() {
    return "localhost:" + mute.getLocalPort();
  }

  /** Connections that {@link #mute} has taken. */
  public long connections() {
    return connections.sum();
  }

  public String shut() {
    return "localhost:" + shut.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    mute.close();
    shut.close();
    for (Socket socket : taken) {
      socket.close();
    }
    for (Socket socket : filling) {
      socket.close();
    }
  }
}
