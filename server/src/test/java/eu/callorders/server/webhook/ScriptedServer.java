package eu.callorders.server.webhook;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import eu.callorders.server.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A server that does what a script says with each connection, over TLS or without. */
final class ScriptedServer implements AutoCloseable {
  final List<String> requests = new CopyOnWriteArrayList<>();
  final AtomicInteger connections = new AtomicInteger();

  /** Bytes that have left, as far as anybody was there to take them. */
  final AtomicLong said = new AtomicLong();

  private final AtomicInteger over = new AtomicInteger();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ServerSocket server;
  private final Script script;

  /** What happens on one connection. */
  interface Script {
    void play(Talk talk) throws IOException, InterruptedException;
  }

  /**
   * @param certificate PKCS#12; null for a server without TLS
   */
  ScriptedServer(@Nullable Path certificate, Script script) {
    this.script = script;
    try {
      this.server =
          certificate == null
              ? new ServerSocket(0)
              : context(certificate).getServerSocketFactory().createServerSocket(0);
    } catch (IOException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
    Thread.ofVirtual().start(this::listen);
  }

  /** One that listens to a request, and then says something. */
  static Script says(String answer) {
    return talk -> {
      talk.request();
      talk.say(answer);
    };
  }

  /** One that listens to a request, says something, and then something else for ever. */
  static Script saysForEver(String answer, String rest) {
    return talk -> {
      talk.request();
      talk.say(answer);
      while (true) {
        talk.say(rest);
      }
    };
  }

  /** One that says things at a speed of one byte in twenty milliseconds, over and over. */
  static Script drips(String answer, String rest) {
    return talk -> {
      talk.request();
      talk.say(answer);
      while (true) {
        for (char one : rest.toCharArray()) {
          talk.say(String.valueOf(one));
          Thread.sleep(20);
        }
      }
    };
  }

  /** The ends of one connection. */
  final class Talk {
    final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private Talk(Socket socket) throws IOException {
      this.socket = socket;
      this.in = socket.getInputStream();
      this.out = socket.getOutputStream();
    }

    /** Reads one request, whose body is {@code {}}. */
    void request() throws IOException {
      StringBuilder read = new StringBuilder();
      while (!read.toString().endsWith("\r\n\r\n{}")) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("hung up");
        }
        read.append((char) next);
      }
      requests.add(read.toString());
    }

    void say(String text) throws IOException {
      out.write(text.getBytes(ISO_8859_1));
      out.flush();
      said.addAndGet(text.length());
    }

    /** Waits for the other one to hang up. */
    void silence() throws IOException {
      while (in.read() >= 0) {
        // whatever comes
      }
      throw new IOException("hung up");
    }

    /** Ends the connection without any courtesy. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }

  int port() {
    return server.getLocalPort();
  }

  /** Waits until somebody who was not done has been hung up on. */
  void awaitHungUp() {
    Await.until("it was hung up on", () -> over.get() > 0);
  }

  private void listen() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> play(socket));
      }
    } catch (IOException closed) {
      // over
    }
  }

  private void play(Socket socket) {
    try (socket) {
      script.play(new Talk(socket));
    } catch (IOException | InterruptedException hungUp) {
      over.incrementAndGet();
    }
  }

  private static SSLContext context(Path certificate) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(certificate)) {
      keys.load(in, Certificates.PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, Certificates.PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return context;
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
