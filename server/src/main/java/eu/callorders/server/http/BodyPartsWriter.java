package eu.callorders.server.http;

import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import eu.callorders.server.logging.ThrowableRedactor;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes a response whose body is made in parts. */
final class BodyPartsWriter {
  private static final Logger LOG = LoggerFactory.getLogger(BodyPartsWriter.class);

  private final HttpServerRequest request;
  private final HttpServerResponse response;
  private final String requestId;
  private final BodyParts parts;
  private boolean progressed;

  BodyPartsWriter(HttpServerRequest request, String requestId, BodyParts parts) {
    this.request = request;
    this.response = request.response();
    this.requestId = requestId;
    this.parts = parts;
  }

  void start(int status) {
    response.setStatusCode(status).setChunked(true).putHeader("Content-Type", MediaTypes.JSON);
    writeNext();
  }

  /** A failure after the head closes the connection, so that the client sees a truncated body. */
  private void writeNext() {
    Future.succeededFuture()
        .compose(ignored -> parts.next()) // catches exceptions
        .compose(
            part -> {
              progressed = true;
              return part == null ? response.end().map(false) : response.write(part).map(true);
            })
        .onSuccess(
            more -> {
              if (more) {
                writeNext();
              } else {
                parts.end();
              }
            })
        .onFailure(
            failure -> {
              parts.end();
              LogLine.warn(LOG)
                  .with(LogField.TRACE_ID, requestId)
                  .with(LogField.CAUSE, ThrowableRedactor.describe(failure))
                  .log("response cut off");
              request.connection().close();
            });
  }

  /** Whether a part was written since the last call. */
  boolean progressed() {
    boolean since = progressed;
    progressed = false;
    return since;
  }
}
