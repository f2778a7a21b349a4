package eu.callorders.server.cli;

import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.gatewaykit.conformance.CallbackServer;
import eu.callorders.gatewaykit.conformance.ConformanceCheck;
import eu.callorders.gatewaykit.conformance.EventCollector;
import eu.callorders.gatewaykit.conformance.TestBed;
import eu.callorders.gatewaykit.conformance.TestNumber;
import eu.callorders.server.app.HttpServerHandle;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.Config;
import eu.callorders.server.config.ConfigKey;
import eu.callorders.server.config.ConfigParsers;
import eu.callorders.server.config.InvalidConfigException;
import eu.callorders.server.config.Secrets;
import eu.callorders.server.telephony.EmbeddedGateway;
import eu.callorders.server.telephony.HttpGateway;
import eu.callorders.server.tracing.Traces;
import eu.callorders.simulator.gateway.GatewayEventBatch;
import eu.callorders.simulator.gateway.SimulatorVerticle;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * {@code gateway test}: runs the conformance checks against the configured gateway with real calls.
 */
@Command(
    name = "test",
    description = {
      "Checks whether the configured gateway conforms to the protocol. It places real calls:"
          + " without your own numbers, to the magic numbers of the sandbox.",
      "The gateway must send its callbacks to the callback port, so the service must not listen on"
          + " it during the test."
    })
final class GatewayTestCommand implements Callable<Integer> {
  private static final String CALLBACK_PORT = "--callback-port";
  private static final Duration SHORT_TIMEOUT = Duration.ofMillis(200);

  @ParentCommand private @Nullable GatewayCommand parent;
  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--gateway", paramLabel = "URL", description = "Instead of CALLORDERS_GATEWAY.")
  private @Nullable String gateway;

  @Option(
      names = "--secret",
      paramLabel = "WHSEC",
      description = "Instead of CALLORDERS_GATEWAY_SECRET.")
  private @Nullable String secret;

  @Option(
      names = CALLBACK_PORT,
      paramLabel = "PORT",
      description = "Port for callbacks, instead of CALLORDERS_HTTP_PORT.")
  private @Nullable Integer callbackPort;

  @Option(
      names = "--from",
      paramLabel = "NUMBER",
      defaultValue = TestNumber.CALLER_ID,
      description = "Caller ID of the calls (${DEFAULT-VALUE}).")
  private String callerId = TestNumber.CALLER_ID;

  @Option(names = "--answers", paramLabel = "NUMBER", description = "A number that answers.")
  private @Nullable String answeringNumber;

  @Option(
      names = "--no-answer",
      paramLabel = "NUMBER",
      description = "A number that does not answer.")
  private @Nullable String noAnswerNumber;

  @Option(names = "--busy", paramLabel = "NUMBER", description = "A number that is busy.")
  private @Nullable String busyNumber;

  @Option(
      names = "--refused",
      paramLabel = "NUMBER",
      description = "A number that the gateway refuses to dial.")
  private @Nullable String refusedNumber;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Time limit of a call (${DEFAULT-VALUE}).")
  private int timeout;

  @Option(names = "--json", description = "Prints all results as JSON at the end.")
  private boolean json;

  private final InstantSource realTime = InstantSource.system();
  private final SecureRandom random = new SecureRandom();

  @Override
  public Integer call() throws IOException {
    Config config = Objects.requireNonNull(parent).config();
    Map<TestNumber, String> numbers = numbers(config);
    Vertx vertx = Vertx.vertx();
    try {
      return report(testBed(vertx, config, numbers));
    } finally {
      BoundedWait.await(vertx.close());
    }
  }

  private Map<TestNumber, String> numbers(Config config) {
    Map<TestNumber, String> own = new EnumMap<>(TestNumber.class);
    put(own, TestNumber.ANSWERS, answeringNumber);
    put(own, TestNumber.NO_ANSWER, noAnswerNumber);
    put(own, TestNumber.BUSY, busyNumber);
    put(own, TestNumber.UNROUTABLE, refusedNumber);
    if (own.isEmpty() && config.isLive()) {
      throw new InvalidConfigException(
          List.of("gateway test: a live gateway needs your own numbers, such as --answers"));
    }
    return own.isEmpty() ? TestBed.magicNumbers() : own;
  }

  private static void put(
      Map<TestNumber, String> numbers, TestNumber role, @Nullable String phone) {
    if (phone != null) {
      numbers.put(role, phone);
    }
  }

  private TestBed testBed(Vertx vertx, Config config, Map<TestNumber, String> numbers)
      throws IOException {
    return switch (gateway == null ? config.gateway() : ConfigParsers.gateway(gateway)) {
      case Config.Gateway.Embedded _ -> embedded(vertx, config, numbers);
      case Config.Gateway.Http(URI address) -> remote(vertx, config, numbers, address);
    };
  }

  private TestBed embedded(Vertx vertx, Config config, Map<TestNumber, String> numbers) {
    EventCollector events = new EventCollector();
    BoundedWait.await(vertx.deployVerticle(new SimulatorVerticle(realTime)));
    vertx
        .eventBus()
        .<GatewayEventBatch>localConsumer(
            GatewayEventBatch.ADDRESS,
            batch -> {
              if (events.store(batch.body().events())) {
                batch.reply(null);
              } else {
                batch.fail(1, "not stored");
              }
            });
    return testBed(
        config,
        numbers,
        new EmbeddedGateway(vertx),
        new EmbeddedGateway(vertx, SHORT_TIMEOUT),
        events);
  }

  private TestBed remote(Vertx vertx, Config config, Map<TestNumber, String> numbers, URI address)
      throws IOException {
    MessageSignature signature =
        secret == null
            ? Secrets.of(config).gatewaySignature()
            : MessageSignature.of(SigningSecret.parse(secret));
    EventCollector events = new EventCollector();
    Config.Listener callbacks =
        callbackPort == null
            ? config.http()
            : new Config.Listener(config.http().host(), callbackPort);
    HttpServerHandle.await(
        CallbackServer.open(vertx, callbacks.host(), callbacks.port(), signature, events, realTime),
        callbackPort == null ? ConfigKey.HTTP_PORT.variable() : CALLBACK_PORT,
        callbacks);
    HttpGateway remote =
        new HttpGateway(
            vertx, address, signature, HttpGateway.DEFAULT_TIMEOUT, Traces.OFF, realTime, random);
    BoundedWait.await(Future.fromCompletionStage(remote.refreshCapabilities()));
    return testBed(config, numbers, remote, remote, events);
  }

  private TestBed testBed(
      Config config,
      Map<TestNumber, String> numbers,
      VoiceGateway gateway,
      VoiceGateway shortTimeoutGateway,
      EventCollector events) {
    return new TestBed(
        gateway,
        shortTimeoutGateway,
        events,
        numbers,
        callerId,
        config.environment().wireName(),
        Duration.ofSeconds(timeout),
        realTime,
        random);
  }

  private int report(TestBed bed) {
    GatewayTestReport report = new GatewayTestReport(CommandLine.out(spec), json);
    for (ConformanceCheck check : ConformanceCheck.all()) {
      report.add(check.name(), check.run(bed));
    }
    return report.finish() ? CommandLine.SUCCESS : CommandLine.FAILED;
  }
}
