package eu.callorders.server.telephony;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.RequestBinding;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.SignatureHeaders;
import eu.callorders.server.json.Json;
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
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sends signed requests to one address, without repetition or redirects, and limited in time and
 * size. An incomplete response is a failed future.
 */
final class SignedHttpClient {
  private static final String JSON = "application/json";
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(2);

  /**
   * Also bounds the wait for a free connection. Longer than the other two together, since Vert.x
   * 5.0 never closes a connection that is established after this timeout.
   */
  private static final Duration ACQUIRE_TIMEOUT = Duration.ofSeconds(6);

  private static final int MAX_CONNECTIONS = 128;
  private static final int IDLE_SECONDS = 15;

  private final Context context;
  private final HttpClient client;
  private final URI address;
  private final MessageSignature signature;
  private final InstantSource realTime;
  private final RandomGenerator random;

  /**
   * @param address without a trailing slash
   * @param random unpredictable
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
                    .setConnectTimeout((int) CONNECT_TIMEOUT.toMillis())
                    .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS)
                    .setSslHandshakeTimeout(HANDSHAKE_TIMEOUT.toMillis()))
            .with(new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS))
            .build();
    this.address = address;
    this.signature = signature;
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * @param path from {@code /gateway/v1} on, with its query; the address contributes the prefix
   * @param document JSON body; null for none
   * @param timeout timeout of the whole exchange
   * @param maxBytes limit of the response body, in bytes
   * @param mapper parses the response
   * @param headers besides those of HTTP and the signature
   */
  record Request(
      HttpMethod method,
      String path,
      @Nullable JsonNode document,
      Duration timeout,
      int maxBytes,
      ObjectMapper mapper,
      Map<String, String> headers) {
    Request(
        HttpMethod method,
        String path,
        @Nullable JsonNode document,
        Duration patience,
        int largest) {
      this(method, path, document, patience, largest, Json.mapper(), Map.of());
    }

    Request withHeaders(Map<String, String> added) {
      return new Request(method, path, document, timeout, maxBytes, mapper, added);
    }
  }

  static final class ResponseTooLargeException extends IOException {
    private static final long serialVersionUID = 1L;

    ResponseTooLargeException(int largest) {
      super("the response is larger than " + largest + " bytes");
    }
  }

  /**
   * A complete response.
   *
   * @param body parsed JSON; null when it is no JSON
   * @param retryAfter the header, unparsed
   */
  record Response(int status, @Nullable JsonNode body, @Nullable String retryAfter) {}

  /** The connection failed, so no byte of the request was sent. */
  static final class NotSentException extends IOException {
    private static final long serialVersionUID = 1L;

    NotSentException(Throwable cause) {
      super("no connection: " + cause.getMessage(), cause);
    }
  }

  /** Sends on an event loop, so that a blocked caller does not delay the response. */
  Future<Response> send(Request call) {
    Promise<Response> response = Promise.promise();
    context.runOnContext(
        ignored -> connect(call).compose(request -> exchange(request, call)).onComplete(response));
    return response.future();
  }

  Future<Void> close() {
    return client.close();
  }

  private Future<HttpClientRequest> connect(Request call) {
    boolean encrypted = address.getScheme().equals("https");
    int defaultPort = encrypted ? 443 : 80;
    RequestOptions options =
        new RequestOptions()
            .setMethod(call.method())
            .setHost(address.getHost())
            .setPort(address.getPort() < 0 ? defaultPort : address.getPort())
            .setSsl(encrypted)
            .setURI(address.getRawPath() + call.path())
            .setFollowRedirects(false)
            .setConnectTimeout(ACQUIRE_TIMEOUT.toMillis());
    return client
        .request(options)
        .recover(fault -> Future.failedFuture(new NotSentException(fault)));
  }

  private Future<Response> exchange(HttpClientRequest request, Request call) {
    byte[] body = call.document() == null ? new byte[0] : GatewayJson.bytes(call.document());
    sign(request, call, body);
    return request
        .send(Buffer.buffer(body))
        .compose(response -> read(response, call))
        .timeout(call.timeout().toMillis(), TimeUnit.MILLISECONDS)
        .onFailure(fault -> request.reset());
  }

  private void sign(HttpClientRequest request, Request call, byte[] body) {
    String id = RequestBinding.id(call.method().name(), call.path(), nonce());
    SignatureHeaders.sign(request, signature, id, realTime.instant(), body);
    call.headers().forEach(request::putHeader);
    request.putHeader("Accept", JSON);
    if (call.document() != null) {
      request.putHeader("Content-Type", JSON);
    }
  }

  private String nonce() {
    return UuidV7.at(realTime.instant(), random).toString();
  }

  private static Future<Response> read(HttpClientResponse response, Request call) {
    int largest = call.maxBytes();
    Promise<Response> whole = Promise.promise();
    Buffer read = Buffer.buffer();
    response.exceptionHandler(whole::tryFail);
    response.handler(
        chunk -> {
          if (read.length() + chunk.length() > largest) {
            whole.tryFail(new ResponseTooLargeException(largest));
          } else {
            read.appendBuffer(chunk);
          }
        });
    response.endHandler(
        end ->
            whole.tryComplete(
                new Response(
                    response.statusCode(),
                    parse(read.getBytes(), call.mapper()),
                    response.getHeader("Retry-After"))));
    return whole.future();
  }

  private static @Nullable JsonNode parse(byte[] body, ObjectMapper mapper) {
    try {
      return mapper.readValue(body, JsonNode.class);
    } catch (IOException e) {
      return null;
    }
  }
}
