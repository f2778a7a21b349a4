package eu.callorders.gatewaykit.example;

import static eu.callorders.gatewaykit.BoundedWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.RequestBinding;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.gatewaykit.SignatureHeaders;
import eu.callorders.gatewaykit.conformance.TestBed;
import eu.callorders.gatewaykit.conformance.TestCallFactory;
import eu.callorders.gatewaykit.conformance.TestNumber;
import eu.callorders.gatewaykit.server.GatewayProfile;
import eu.callorders.gatewaykit.server.GatewayServer;
import eu.callorders.gatewaykit.server.GatewaySettings;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example over HTTP, with a shell script as its telephone. */
class ProgramGatewayTest {
  private static final SigningSecret SECRET = SigningSecret.generate(new Random(5));
  private static final MessageSignature SIGNATURE = MessageSignature.of(SECRET);
  private static final GatewayProfile PROFILE =
      new GatewayProfile("gateway", "TEST_", 0, "unused", Set.of());

  @TempDir Path directory;
  private final Vertx service = Vertx.vertx();
  private final BlockingQueue<GatewayEvent> pushed = new LinkedBlockingQueue<>();
  private final PlaceCall call =
      new TestCallFactory(
              TestBed.magicNumbers(),
              "live",
              UUID.randomUUID(),
              InstantSource.system(),
              new Random())
          .call(TestNumber.ANSWERS);
  private int callbackPort;
  private Vertx gateway;
  private int port;

  @BeforeEach
  void listen() throws Exception {
    HttpServer callbacks =
        await(
            service
                .createHttpServer()
                .requestHandler(
                    request ->
                        request
                            .body()
                            .onSuccess(
                                body -> {
                                  pushed.addAll(events(body));
                                  request.response().setStatusCode(204).end();
                                }))
                .listen(0, "127.0.0.1"));
    callbackPort = callbacks.actualPort();
  }

  @AfterEach
  void close() throws Exception {
    await(gateway.close());
    await(service.close());
    if (Files.exists(pidFile())) {
      long pid = Long.parseLong(Files.readString(pidFile()).strip());
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void reportsWhatTheProgramPrints() throws Exception {
    start(script("echo ringing; echo answered; echo objection"));

    assertThat(place()).isEqualTo(201);
    assertThat(pushed(6))
        .hasExactlyElementsOfTypes(
            GatewayEvent.Accepted.class,
            GatewayEvent.Ringing.class,
            GatewayEvent.Answered.class,
            GatewayEvent.Objection.class,
            GatewayEvent.Ended.class,
            GatewayEvent.Report.class);
  }

  @Test
  void refusesACallThatNoProgramDials() throws Exception {
    start(directory.resolve("missing"));

    assertThat(place()).isEqualTo(429);
    assertThat(place()).isEqualTo(429);
  }

  @Test
  void callOfTheProcessBeforeEndsWithoutASecondDial() throws Exception {
    Path dialed = directory.resolve("dialed");
    Path program =
        script(
            "echo $$ > %s; echo $1 >> %s; echo ringing; exec sleep 600"
                .formatted(pidFile(), dialed));
    start(program);
    assertThat(place()).isEqualTo(201);
    pushed(2);
    await(gateway.close());
    start(program);

    GatewayEvent.Ended end = (GatewayEvent.Ended) lastPushed();
    assertThat(end.disposition()).isEqualTo(Disposition.FAILED);
    assertThat(end.cause()).isEqualTo(Cause.OUTCOME_UNKNOWN);
    assertThat(place()).isEqualTo(201);
    assertThat(Files.readAllLines(dialed)).hasSize(1);
  }

  private void start(Path program) throws Exception {
    gateway = Vertx.vertx();
    GatewayServer server =
        new GatewayServer(
            new GatewaySettings(
                PROFILE,
                "127.0.0.1",
                0,
                URI.create("http://127.0.0.1:" + callbackPort + "/gateway/v1/events"),
                SECRET,
                directory.resolve("store"),
                null),
            InstantSource.system(),
            context -> new ProgramGateway(context, program.toString()),
            failure -> {});
    await(gateway.deployVerticle(server));
    port = server.port();
  }

  private Path pidFile() {
    return directory.resolve("pid");
  }

  private Path script(String body) throws IOException {
    Path script = Files.writeString(directory.resolve("dial"), "#!/bin/sh\n" + body + "\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }

  private int place() throws Exception {
    String path = "/gateway/v1/calls";
    byte[] body = GatewayJson.bytes(PlaceCallDocument.write(call));
    String id = RequestBinding.id("POST", path, UUID.randomUUID().toString());
    return await(
        service
            .createHttpClient()
            .request(HttpMethod.POST, port, "127.0.0.1", path)
            .compose(
                request -> {
                  SignatureHeaders.sign(
                      request, SIGNATURE, id, InstantSource.system().instant(), body);
                  return request.send(Buffer.buffer(body));
                })
            .map(response -> response.statusCode()));
  }

  private List<GatewayEvent> pushed(int count) throws InterruptedException {
    List<GatewayEvent> events = new ArrayList<>();
    while (events.size() < count) {
      GatewayEvent next = pushed.poll(60, TimeUnit.SECONDS);
      assertThat(next).isNotNull();
      events.add(next);
    }
    return events;
  }

  /** The push may repeat events that were stored. */
  private GatewayEvent lastPushed() throws InterruptedException {
    GatewayEvent next = pushed(1).getFirst();
    while (!(next instanceof GatewayEvent.Ended)) {
      next = pushed(1).getFirst();
    }
    return next;
  }

  private static List<GatewayEvent> events(Buffer body) {
    try {
      return GatewayEventDocument.readAll(GatewayJson.parse(body.getBytes()));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
