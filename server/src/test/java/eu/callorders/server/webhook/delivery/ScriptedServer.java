package eu.callorders.server.webhook.delivery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import eu.callorders.server.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
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

/** A server that runs a script for each connection, with or without TLS. */
final class ScriptedServer implements AutoCloseable {
  private static final int DEFAULT_BACKLOG = 0;

  final List<String> requests = new CopyOnWriteArrayList<>();
  final AtomicInteger connections = new AtomicInteger();

  /** Bytes written. */
  final AtomicLong bytesWritten = new AtomicLong();

  private final AtomicInteger disconnects = new AtomicInteger();
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final ServerSocket server;
  private final Script script;

  interface Script {
    void play(ServerConnection talk) throws IOException, InterruptedException;
  }

  /**
   * @param certificate PKCS#12; null for a server without TLS
   */
  ScriptedServer(@Nullable Path certificate, Script script) {
    this(certificate, DEFAULT_BACKLOG, script);
    listen();
  }

  private ScriptedServer(@Nullable Path certificate, int backlog, Script script) {
    this.script = script;
    try {
      this.server =
          certificate == null
              ? new ServerSocket(0, backlog)
              : context(certificate).getServerSocketFactory().createServerSocket(0, backlog);
    } catch (IOException | GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** A server that accepts no connection before {@link #listen}; its queue is full. */
  static ScriptedServer notListening(Path certificate, Script script) {
    ScriptedServer server = new ScriptedServer(certificate, 1, script);
    try {
      while (true) {
        Socket socket = new Socket();
        server.sockets.add(socket);
        socket.connect(new InetSocketAddress("localhost", server.port()), 200);
      }
    } catch (IOException full) {
      return server;
    }
  }

  /** Reads a request and writes a response. */
  static Script respondsWith(String response) {
    return talk -> {
      talk.readRequest();
      talk.write(response);
    };
  }

  /** Reads a request, writes a response, and then repeats the rest forever. */
  static Script repeatsForever(String response, String rest) {
    return talk -> {
      talk.readRequest();
      talk.write(response);
      while (true) {
        talk.write(rest);
      }
    };
  }

  /** Like {@link #repeatsForever}, one byte of the rest every twenty milliseconds. */
  static Script sendsSlowly(String response, String rest) {
    return talk -> {
      talk.readRequest();
      talk.write(response);
      while (true) {
        for (char one : rest.toCharArray()) {
          talk.write(String.valueOf(one));
          Thread.sleep(20);
        }
      }
    };
  }

  /** The server's side of one connection. */
  final class ServerConnection {
    final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    private ServerConnection(Socket socket) throws IOException {
      this.socket = socket;
      this.in = socket.getInputStream();
      this.out = socket.getOutputStream();
    }

    /** Reads one request, whose body is {@code {}}. */
    void readRequest() throws IOException {
      StringBuilder text = new StringBuilder();
      while (!text.toString().endsWith("\r\n\r\n{}")) {
        int next = in.read();
        if (next < 0) {
          throw new IOException("hung up");
        }
        text.append((char) next);
      }
      requests.add(text.toString());
    }

    void write(String text) throws IOException {
      out.write(text.getBytes(ISO_8859_1));
      out.flush();
      bytesWritten.addAndGet(text.length());
    }

    /** Waits until the client closes the connection. */
    void awaitClose() throws IOException {
      while (in.read() >= 0) {
        // skip input
      }
      throw new IOException("hung up");
    }

    /** Resets the connection. */
    void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }
  }

  int port() {
    return server.getLocalPort();
  }

  /** Waits until a client has closed an unfinished connection. */
  void awaitDisconnect() {
    Await.until("it was hung up on", () -> disconnects.get() > 0);
  }

  /** Waits until no accepted connection is open. */
  void awaitAllDisconnected() {
    Await.until("all are closed", () -> disconnects.get() == connections.get());
  }

  void listen() {
    closeSockets();
    Thread.ofVirtual().start(this::acceptAll);
  }

  private void acceptAll() {
    try {
      while (true) {
        Socket socket = server.accept();
        sockets.add(socket);
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> play(socket));
      }
    } catch (IOException closed) {
      // closed
    }
  }

  private void play(Socket socket) {
    try (socket) {
      script.play(new ServerConnection(socket));
    } catch (IOException | InterruptedException hungUp) {
      disconnects.incrementAndGet();
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

  private void closeSockets() {
    try {
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      closeSockets();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
