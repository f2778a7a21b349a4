package eu.callorders.server.app;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import eu.callorders.server.app.FuzzRequests.Request;
import eu.callorders.server.http.RawHttp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Sends thousands of requests in seconds over a few pipelined connections. */
final class PipelinedLoad {
  private static final int CONNECTIONS = 4;
  private static final int PIPELINE_DEPTH = 16;
  private static final Executor THREADS = command -> Thread.ofVirtual().start(command);

  private PipelinedLoad() {}

  /** The bytes of a request with these additional header lines. */
  static byte[] encode(Request request, String... lines) {
    StringBuilder head = new StringBuilder();
    head.append(request.method()).append(' ').append(request.target());
    head.append(" HTTP/1.1\r\nHost: localhost\r\n");
    for (String line : lines) {
      head.append(line).append("\r\n");
    }
    for (int each = 0; each < request.headers().size(); each += 2) {
      head.append(request.headers().get(each)).append(": ");
      head.append(request.headers().get(each + 1)).append("\r\n");
    }
    byte[] body = request.body() == null ? new byte[0] : request.body().getBytes(UTF_8);
    if (body.length > 0) {
      head.append("Content-Type: application/json\r\nContent-Length: ").append(body.length);
      head.append("\r\n");
    }
    return (head + "\r\n" + new String(body, ISO_8859_1)).getBytes(ISO_8859_1);
  }

  /** The responses in the order of the requests, which run partly in parallel. */
  static List<RawHttp.RawResponse> send(int port, List<byte[]> requests) {
    int size = Math.ceilDiv(requests.size(), CONNECTIONS);
    List<CompletableFuture<List<RawHttp.RawResponse>>> shares = new ArrayList<>();
    for (int from = 0; from < requests.size(); from += size) {
      List<byte[]> part = requests.subList(from, Math.min(from + size, requests.size()));
      shares.add(CompletableFuture.supplyAsync(() -> sendOnOneConnection(port, part), THREADS));
    }
    return shares.stream().flatMap(each -> each.join().stream()).toList();
  }

  private static List<RawHttp.RawResponse> sendOnOneConnection(int port, List<byte[]> requests) {
    List<RawHttp.RawResponse> responses = new ArrayList<>();
    try (RawHttp http = new RawHttp(port)) {
      for (int from = 0; from < requests.size(); from += PIPELINE_DEPTH) {
        List<byte[]> ahead =
            requests.subList(from, Math.min(from + PIPELINE_DEPTH, requests.size()));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ahead.forEach(all::writeBytes);
        http.write(all.toByteArray());
        for (int each = 0; each < ahead.size(); each++) {
          responses.add(http.read());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return responses;
  }
}
