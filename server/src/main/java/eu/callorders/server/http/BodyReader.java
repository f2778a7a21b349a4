package eu.callorders.server.http;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.IntConsumer;

/** Reads a body up to the largest size that the contract allows. */
final class BodyReader {
  static final int MAX_BYTES = 1 << 20;

  private final HttpServerRequest request;
  private final IntConsumer count;
  private final Promise<byte[]> body = Promise.promise();
  private final Buffer read = Buffer.buffer();

  private BodyReader(HttpServerRequest request, IntConsumer count) {
    this.request = request;
    this.count = count;
  }

  /**
   * Reads the body of a paused request.
   *
   * @param count receives the length of each chunk; its {@link ProblemException} ends the read
   * @return the bytes; failed with a {@link ProblemException} {@code payload_too_large}
   */
  static Future<byte[]> read(HttpServerRequest request, IntConsumer count) {
    if (declaredLength(request) > MAX_BYTES) {
      return Future.failedFuture(tooLarge());
    }
    return new BodyReader(request, count).start();
  }

  /** Whether the declared length is known and allowed. */
  static boolean hasAllowedLength(HttpServerRequest request) {
    long declared = declaredLength(request);
    return declared >= 0 && declared <= MAX_BYTES;
  }

  /** The declared length in bytes; -1 when unknown. */
  static long declaredLength(HttpServerRequest request) {
    String length = request.getHeader("Content-Length");
    if (length == null) {
      return request.getHeader("Transfer-Encoding") == null ? 0 : -1;
    }
    try {
      return Long.parseLong(length.strip());
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private Future<byte[]> start() {
    if ("100-continue".equalsIgnoreCase(request.getHeader("Expect"))) {
      request.response().writeContinue();
    }
    request.handler(this::append);
    request.endHandler(end -> body.tryComplete(read.getBytes()));
    request.exceptionHandler(body::tryFail);
    request.resume();
    return body.future();
  }

  private void append(Buffer chunk) {
    try {
      if (read.length() + chunk.length() > MAX_BYTES) {
        throw tooLarge();
      }
      count.accept(chunk.length());
      read.appendBuffer(chunk);
    } catch (ProblemException refusal) {
      body.tryFail(refusal);
    }
  }

  private static ProblemException tooLarge() {
    return ProblemException.of(ProblemCode.PAYLOAD_TOO_LARGE, "A body may have 1 MiB at most.");
  }
}
