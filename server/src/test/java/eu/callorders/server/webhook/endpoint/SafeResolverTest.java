package eu.callorders.server.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.webhook.delivery.AttemptError;
import eu.callorders.server.webhook.delivery.FakeNameServer;
import eu.callorders.server.webhook.delivery.SendResult;
import eu.callorders.server.webhook.delivery.TrustStore;
import eu.callorders.server.webhook.delivery.WebhookSender;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetServer;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A hostile DNS server. */
@Tag("long")
class SafeResolverTest {
  private static final InstantSource TIME = InstantSource.system();
  private static final int ROUNDS = 10;

  /** Longer than a lookup takes on a busy machine. */
  private static final Duration SHORT = Duration.ofSeconds(3);

  /** Public by the rules but unassigned since 2006: no packet leaves this machine for it. */
  private static final String UNASSIGNED = "3ffe::1";

  private final Vertx vertx = Vertx.vertx();
  private final TargetRules rules = new TargetRules(Set.of());

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void requiresAllAddressesToBePublic() {
    List<List<String>> answers =
        List.of(
            List.of("8.8.8.8"),
            List.of("127.0.0.1"),
            List.of("8.8.8.8", "10.0.0.1"),
            List.of("8.8.8.8", "2a00:1450::1"),
            List.of("8.8.8.8", "fe80::1"),
            List.of("::ffff:169.254.169.254"),
            List.of("64:ff9b::a9fe:a9fe"),
            List.of());
    Vertx resolving = resolving(place -> addresses(answers.get(place % answers.size())));
    SafeResolver resolver = new SafeResolver(resolving, rules, new LocalAddresses(TIME));
    for (List<String> answer : answers) {
      boolean allowed = answer.equals(answers.get(0)) || answer.equals(answers.get(3));
      if (allowed) {
        assertThat(resolver.check(url()).await()).hasSize(answer.size());
      } else {
        assertThatThrownBy(() -> resolver.check(url()).await())
            .as(answer.toString())
            .isInstanceOf(SafeResolver.UnsafeTargetException.class);
      }
    }
    resolving.close().await();
  }

  /** A second lookup for the connection would get the private address. */
  @Test
  void connectsOnlyToTheAddressThatWasChecked() {
    AtomicInteger reached = new AtomicInteger();
    NetServer privateServer =
        vertx
            .createNetServer()
            .connectHandler(socket -> reached.incrementAndGet())
            .listen(8443, "127.0.0.1")
            .await();
    AtomicInteger lookups = new AtomicInteger();
    Vertx resolving =
        resolving(
            place -> {
              lookups.accumulateAndGet(place + 1, Math::max);
              return addresses(List.of(place % 2 == 0 ? UNASSIGNED : "127.0.0.1"));
            });
    SafeResolver resolver = new SafeResolver(resolving, rules, new LocalAddresses(TIME));
    WebhookSender shortTimeout = sender(resolving, resolver, SHORT);
    WebhookSender longTimeout = sender(resolving, resolver, Duration.ofSeconds(60));
    for (int round = 0; round < ROUNDS; round++) {
      WebhookSender sender = round % 2 == 0 ? shortTimeout : longTimeout;
      SendResult result = sender.send(url(), Map.of(), Buffer.buffer("{}"), true).await();
      assertThat(result)
          .isEqualTo(
              new SendResult.NoResponse(
                  round % 2 == 0 ? AttemptError.CONNECTION_FAILED : AttemptError.TARGET_REFUSED));
    }
    assertThat(lookups).as("one look-up each").hasValue(ROUNDS);
    assertThat(reached).hasValue(0);
    shortTimeout.close().await();
    longTimeout.close().await();
    resolving.close().await();
    privateServer.close().await();
  }

  private static WebhookSender sender(Vertx vertx, SafeResolver resolver, Duration timeout) {
    return new WebhookSender(vertx, resolver, TrustStore.with(null), 10, timeout, TIME);
  }

  @Test
  void refusesOwnAddresses() {
    byte[] own = {8, 8, 4, 4};
    assertThat(rules.validate(url(), List.of(own), List.of(own))).isPresent();
    assertThat(new LocalAddresses(TIME).current())
        .anyMatch(address -> Arrays.equals(address, new byte[] {127, 0, 0, 1}));
  }

  private Vertx resolving(IntFunction<List<byte[]>> answers) {
    FakeNameServer names = new FakeNameServer(vertx, answers);
    return Vertx.vertx(
        new VertxOptions().setAddressResolverOptions(names.options().setSearchDomains(List.of())));
  }

  private TargetUrl url() {
    return ((TargetRules.Verdict.Allowed) rules.validate("https://flip.example.test:8443/x")).url();
  }

  private static List<byte[]> addresses(List<String> texts) {
    return texts.stream().map(SafeResolverTest::bytes).toList();
  }

  /** IPv4-mapped addresses keep their sixteen bytes. */
  private static byte[] bytes(String text) {
    try {
      byte[] address = InetAddress.getByName(text).getAddress();
      if (text.contains(":") && address.length == 4) {
        byte[] mapped = new byte[16];
        mapped[10] = -1;
        mapped[11] = -1;
        System.arraycopy(address, 0, mapped, 12, 4);
        return mapped;
      }
      return address;
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
