package eu.callorders.server.database;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A pooler in transaction mode with one server process, for clients that send simple queries
 * outside transactions. The first client authenticates; the others are let in without it.
 */
final class TransactionPooler implements AutoCloseable {
  private static final int AUTHENTICATED = 0;
  private static final int LAST_SASL_MESSAGE = 12;

  private final ServerSocket listener;
  private final Socket server;
  private final DataInputStream fromServer;
  private final DataOutputStream toServer;

  /** What the server has sent from the end of the authentication on. */
  private byte[] greeting = {};

  private TransactionPooler(int target) throws IOException {
    listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    server = new Socket(InetAddress.getLoopbackAddress(), target);
    fromServer = new DataInputStream(server.getInputStream());
    toServer = new DataOutputStream(server.getOutputStream());
  }

  /** In front of the server on that port of the loopback address. */
  static TransactionPooler start(int target) {
    try {
      TransactionPooler pooler = new TransactionPooler(target);
      Thread.ofVirtual().start(pooler::accept);
      return pooler;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = listener.accept();
        Thread.ofVirtual().start(() -> serve(client));
      }
    } catch (IOException e) {
      // closed
    }
  }

  private void serve(Socket client) {
    try (client) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      DataOutputStream out = new DataOutputStream(client.getOutputStream());
      byte[] startup = in.readNBytes(in.readInt() - Integer.BYTES);
      admit(startup, in, out);
      for (int type = in.read(); type >= 0 && type != 'X'; type = in.read()) {
        byte[] query = body(in);
        synchronized (this) {
          send(type, query);
          relayUntilReady(out);
        }
      }
    } catch (IOException e) {
      // the client has gone
    }
  }

  private synchronized void admit(byte[] startup, DataInputStream in, DataOutputStream out)
      throws IOException {
    if (greeting.length == 0) {
      toServer.writeInt(startup.length + Integer.BYTES);
      toServer.write(startup);
      int state;
      do {
        int type = fromServer.read();
        byte[] body = body(fromServer);
        state = body[3]; // of an authentication request
        if (state != AUTHENTICATED) {
          out.write(message(type, body));
        }
        if (state != AUTHENTICATED && state != LAST_SASL_MESSAGE) {
          send(in.read(), body(in));
        }
      } while (state != AUTHENTICATED);
      ByteArrayOutputStream rest = new ByteArrayOutputStream();
      rest.write(message('R', new byte[Integer.BYTES]));
      relayUntilReady(rest);
      greeting = rest.toByteArray();
    }
    out.write(greeting);
  }

  private void relayUntilReady(OutputStream out) throws IOException {
    int type;
    do {
      type = fromServer.read();
      if (type < 0) {
        throw new IOException("the server has closed the connection");
      }
      out.write(message(type, body(fromServer)));
    } while (type != 'Z');
  }

  private void send(int type, byte[] body) throws IOException {
    toServer.write(message(type, body));
  }

  private static byte[] body(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt() - Integer.BYTES);
  }

  private static byte[] message(int type, byte[] body) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(message);
    out.write(type);
    out.writeInt(body.length + Integer.BYTES);
    out.write(body);
    return message.toByteArray();
  }

  @Override
  public void close() {
    try {
      listener.close();
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
