package eu.callorders.server.telephony;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.conformance.TestNumber;
import eu.callorders.server.TestNode;
import eu.callorders.server.tracing.Traces;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;

/** A client of a fake gateway over HTTP. */
final class HttpGatewayFixture implements AutoCloseable {
  static final Duration LONG_TIMEOUT = Duration.ofSeconds(30);
  static final Duration SHORT_TIMEOUT = Duration.ofSeconds(3);
  final PlaceCall call = VoiceGatewayConformance.calls().call(TestNumber.ANSWERS);
  final Vertx vertx;
  final FakeGateway fake;
  final HttpGateway gateway;

  HttpGatewayFixture() {
    vertx = Vertx.vertx();
    fake = new FakeGateway();
    gateway = at(fake.address(), LONG_TIMEOUT);
  }

  @Override
  public void close() {
    TestNode.await(vertx.close());
    fake.close();
  }

  static void pour(HttpServerResponse response, Buffer chunk) {
    Handler<Void> more = ignored -> pour(response, chunk);
    response.write(chunk).onSuccess(more);
  }

  HttpGateway at(URI address, Duration timeout) {
    return at(address, timeout, Traces.OFF);
  }

  HttpGateway at(URI address, Duration timeout, Traces traces) {
    return new HttpGateway(
        vertx,
        address,
        MessageSignature.of(FakeGateway.SECRET),
        timeout,
        traces,
        InstantSource.system(),
        new Random(5));
  }
}
