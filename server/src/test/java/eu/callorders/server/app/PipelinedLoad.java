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

/** Thousands of requests in seconds: over few connections, on each several ahead of the answers. */
final class PipelinedLoad {
  private static final int CONNECTIONS = 4;
  private static final int AHEAD = 16;
  private static final Executor THREADS = command -> Thread.ofVirtual().start(command);

  private PipelinedLoad() {}

  /** A request with these lines in its head. */
  static byte[] bytes(Request request, String... lines) {
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

  /** The answers, in the order of the requests; those are made one after the other only in part. */
  static List<RawHttp.RawResponse> send(int port, List<byte[]> requests) {
    int share = Math.ceilDiv(requests.size(), CONNECTIONS);
    List<CompletableFuture<List<RawHttp.RawResponse>>> shares = new ArrayList<>();
    for (int from = 0; from < requests.size(); from += share) {
      List<byte[]> part = requests.subList(from, Math.min(from + share, requests.size()));
      shares.add(CompletableFuture.supplyAsync(() -> sendOnOne(port, part), THREADS));
    }
    return shares.stream().flatMap(each -> each.join().stream()).toList();
  }

  private static List<RawHttp.RawResponse> sendOnOne(int port, List<byte[]> requests) {
    List<RawHttp.RawResponse> answers = new ArrayList<>();
    try (RawHttp http = new RawHttp(port)) {
      for (int from = 0; from < requests.size(); from += AHEAD) {
        List<byte[]> ahead = requests.subList(from, Math.min(from + AHEAD, requests.size()));
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        ahead.forEach(all::writeBytes);
        http.write(all.toByteArray());
        for (int each = 0; each < ahead.size(); each++) {
          answers.add(http.read());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return answers;
  }
}
