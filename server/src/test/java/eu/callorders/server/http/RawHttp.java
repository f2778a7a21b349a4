package eu.callorders.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** A raw HTTP connection that can send requests a library would refuse to send. */
public final class RawHttp implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;

  public RawHttp(int port) throws IOException {
    this(port, "127.0.0.1");
  }

  /** From a given local address. */
  RawHttp(int port, String from) throws IOException {
    socket = new Socket("127.0.0.1", port, InetAddress.getByName(from), 0);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** A response; header names in lower case. */
  public record RawResponse(int status, Map<String, String> headers, String body) {
    public JsonNode json() {
      return Json.parse(body);
    }

    public String header(String name) {
      return headers.get(name.toLowerCase(Locale.ROOT));
    }
  }

  /** Sends one request on a new connection. */
  public static RawResponse send(int port, String request) {
    return send(port, request.getBytes(ISO_8859_1));
  }

  public static RawResponse send(int port, byte[] request) {
    try (RawHttp http = new RawHttp(port)) {
      http.write(request);
      return http.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public void write(String text) throws IOException {
    write(text.getBytes(ISO_8859_1));
  }

  public void write(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  public RawResponse read() throws IOException {
    String[] status = line().split(" ", 3);
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] body = in.readNBytes(length);
    return new RawResponse(Integer.parseInt(status[1]), headers, new String(body, UTF_8));
  }

  /** Whether the server has closed the connection; skips unread data. */
  public boolean isClosed() throws IOException {
    try {
      return in.read() < 0;
    } catch (SocketException reset) {
      return true;
    }
  }

  /** Reads until the server closes the connection. */
  void skipToEnd() throws IOException {
    in.transferTo(OutputStream.nullOutputStream());
  }

  /** Whether response data, or the end, has arrived. */
  public boolean hasResponse() throws IOException {
    return in.available() > 0;
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("connection closed after " + line);
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
