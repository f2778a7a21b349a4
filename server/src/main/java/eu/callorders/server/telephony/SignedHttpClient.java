package eu.callorders.server.telephony;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.RequestBinding;
import eu.callorders.server.http.Json;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sends signed requests to one address: each once, without following redirects, and bounded in time
 * and size. Whatever is no whole answer is a failed future.
 */
final class SignedHttpClient {
  private static final String JSON = "application/json";
  private static final Duration TO_CONNECT = Duration.ofSeconds(2);
  private static final int CONNECTIONS = 128;
  private static final int IDLE_SECONDS = 15;

  private final Context context;
  private final HttpClient client;
  private final URI address;
  private final MessageSignature signature;
  private final InstantSource realTime;
  private final RandomGenerator random;

  /**
   * @param address without a slash at its end
   * @param random nobody can foresee it
   */
  SignedHttpClient(
      Vertx vertx,
      URI address,
      MessageSignature signature,
      InstantSource realTime,
      RandomGenerator random) {
    this.context = vertx.getOrCreateContext();
    this.client =
        vertx
            .httpClientBuilder()
            .with(
                new HttpClientOptions()
                    .setKeepAliveTimeout(IDLE_SECONDS)
                    .setConnectTimeout((int) TO_CONNECT.toMillis()))
            .with(new PoolOptions().setHttp1MaxSize(CONNECTIONS))
            .build();
    this.address = address;
    this.signature = signature;
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * One request.
   *
   * @param path from {@code /gateway/v1} on, with its query; what lies before it is the address's
   * @param document to be sent as JSON; null: no body
   * @param patience how long the whole answer may take
   * @param largest bytes of a body that is still read
   * @param mapper reads the answer
   */
  record Request(
      HttpMethod method,
      String path,
      @Nullable Object document,
      Duration patience,
      int largest,
      ObjectMapper mapper) {
    Request(
        HttpMethod method, String path, @Nullable Object document, Duration patience, int largest) {
      this(method, path, document, patience, largest, Json.mapper());
    }
  }

  /** The answer has more bytes than are read. */
  static final class AnswerTooLarge extends IOException {
    private static final long serialVersionUID = 1L;

    AnswerTooLarge(int largest) {
      super("the answer is larger than " + largest + " bytes");
    }
  }

  /**
   * A whole answer.
   *
   * @param body parsed; null when it is no JSON
   * @param retryAfter the header as it came
   */
  record Response(int status, @Nullable Object body, @Nullable String retryAfter) {}

  /** There was no connection: not a byte of the request has left this machine. */
  static final class NotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    NotSentException(Throwable cause) {
      super("no connection: " + cause.getMessage(), cause);
    }
  }

  /** Asks on an event loop, so that no answer waits for whoever has asked. */
  Future<Response> ask(Request question) {
    Promise<Response> answer = Promise.promise();
    context.runOnContext(
        ignored ->
            connect(question).compose(request -> exchange(request, question)).onComplete(answer));
    return answer.future();
  }

  Future<Void> close() {
    return client.close();
  }

  private Future<HttpClientRequest> connect(Request question) {
    boolean encrypted = address.getScheme().equals("https");
    int usualPort = encrypted ? 443 : 80;
    RequestOptions options =
        new RequestOptions()
            .setMethod(question.method())
            .setHost(address.getHost())
            .setPort(address.getPort() < 0 ? usualPort : address.getPort())
            .setSsl(encrypted)
            .setURI(address.getRawPath() + question.path())
            .setFollowRedirects(false)
            .setConnectTimeout(TO_CONNECT.toMillis());
    return client
        .request(options)
        .recover(fault -> Future.failedFuture(new NotSentException(fault)));
  }

  private Future<Response> exchange(HttpClientRequest request, Request question) {
    byte[] body = bytes(question.document());
    sign(request, question, body);
    return request
        .send(Buffer.buffer(body))
        .compose(response -> read(response, question))
        .timeout(question.patience().toMillis(), TimeUnit.MILLISECONDS)
        .onFailure(fault -> request.reset());
  }

  private void sign(HttpClientRequest request, Request question, byte[] body) {
    String id = RequestBinding.id(question.method().name(), question.path(), nonce());
    Instant now = realTime.instant();
    request
        .putHeader(MessageSignature.ID_HEADER, id)
        .putHeader(MessageSignature.TIMESTAMP_HEADER, MessageSignature.timestamp(now))
        .putHeader(MessageSignature.SIGNATURE_HEADER, signature.sign(id, now, body))
        .putHeader("Accept", JSON);
    if (question.document() != null) {
      request.putHeader("Content-Type", JSON);
    }
  }

  private String nonce() {
    return UuidV7.at(realTime.instant(), random).toString();
  }

  private static Future<Response> read(HttpClientResponse response, Request question) {
    int largest = question.largest();
    Promise<Response> whole = Promise.promise();
    Buffer read = Buffer.buffer();
    response.exceptionHandler(whole::tryFail);
    response.handler(
        chunk -> {
          if (read.length() + chunk.length() > largest) {
            whole.tryFail(new AnswerTooLarge(largest));
          } else {
            read.appendBuffer(chunk);
          }
        });
    response.endHandler(
        end ->
            whole.tryComplete(
                new Response(
                    response.statusCode(),
                    parse(read.getBytes(), question.mapper()),
                    response.getHeader("Retry-After"))));
    return whole.future();
  }

  private static byte[] bytes(@Nullable Object document) {
    try {
      return document == null ? new byte[0] : Json.mapper().writeValueAsBytes(document);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a document that cannot be written", e);
    }
  }

  private static @Nullable Object parse(byte[] body, ObjectMapper mapper) {
    try {
      return mapper.readValue(body, Object.class);
    } catch (IOException e) {
      return null;
    }
  }
}
