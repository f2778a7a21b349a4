package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.webhook.PublicAddress;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.webhook.endpoint.LocalAddresses;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.PfxOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A name whose addresses change with each lookup, in a network that records all connections. */
@Tag("long")
class DnsRebindingTest {
  private static final int LOOKUPS = 900;

  /** Few, as concurrent handshakes on a busy processor exceed their time limit. */
  private static final int CONCURRENCY = 5;

  private static final List<String> PUBLIC =
      List.of("8.8.8.8", "93.184.215.14", "2a00:1450::1", "2606:4700::6810:84e5");

  private static final List<String> PRIVATE =
      List.of(
          "127.0.0.1",
          "10.0.0.1",
          "192.168.0.1",
          "169.254.169.254",
          "168.63.129.16",
          "100.100.100.200",
          "0.0.0.0",
          "::1",
          "fd00:ec2::254",
          "fe80::1",
          "64:ff9b::a9fe:a9fe",
          "::127.0.0.1",
          "2002:7f00:1::1");

  @TempDir static Path directory;
  private static Path certificate;
  private static Path trusted;

  private final InstantSource time = InstantSource.system();
  private final Vertx outside = Vertx.vertx();
  private final FakeInternet internet = new FakeInternet();
  private final Map<Integer, List<byte[]>> results = new ConcurrentHashMap<>();
  private final Random random = new Random(31);
  private final AtomicInteger answered = new AtomicInteger();
  private final AtomicInteger privateConnections = new AtomicInteger();
  private FakeNameServer names;
  private boolean oneName;
  private Vertx vertx;
  private WebhookSender sender;

  @BeforeAll
  static void create() {
    Certificates certificates = new Certificates(directory);
    Path authority = certificates.authority("authority");
    certificate = certificates.signed(authority, "flip", "*.example.test", "-1d", 30);
    trusted = certificates.trustFile(authority);
  }

  @BeforeEach
  void open() throws UnknownHostException {
    HttpServer receiver =
        outside
            .createHttpServer(
                new HttpServerOptions()
                    .setSsl(true)
                    .setKeyCertOptions(
                        new PfxOptions()
                            .setPath(certificate.toString())
                            .setPassword(Certificates.PASSWORD)))
            .requestHandler(
                request -> {
                  answered.incrementAndGet();
                  request.response().putHeader("connection", "close").end();
                })
            .listen(0, "127.0.0.1")
            .await();
    NetServer inside =
        outside
            .createNetServer()
            .connectHandler(
                socket -> {
                  privateConnections.incrementAndGet();
                  socket.close();
                })
            .listen(0, "127.0.0.1")
            .await();
    for (String address : PUBLIC) {
      internet.redirect(InetAddress.getByName(address), 8443, receiver.actualPort());
    }
    for (String address : PRIVATE) {
      internet.redirect(InetAddress.getByName(address), 8443, inside.actualPort());
    }
    names = new FakeNameServer(outside, place -> results.computeIfAbsent(place, this::result));
    vertx =
        internet
            .builder(
                new VertxOptions()
                    .setAddressResolverOptions(
                        names.options().setSearchDomains(List.of("corp.example.test")).setNdots(5)))
            .build();
    TargetRules rules = new TargetRules(Set.of());
    SafeResolver resolver = new SafeResolver(vertx, rules, new LocalAddresses(time));
    sender =
        new WebhookSender(
            vertx, resolver, TrustStore.with(trusted), 10, Duration.ofSeconds(60), time);
  }

  @AfterEach
  void close() {
    sender.close().await();
    vertx.close().await();
    outside.close().await();
  }

  /** Public, private, and both mixed, of both families, in turn. */
  private synchronized List<byte[]> result(int place) {
    List<String> texts = new ArrayList<>();
    int kind = place % 4;
    for (int remaining = random.nextInt(1, 4); kind != 1 && remaining > 0; remaining--) {
      texts.add(PUBLIC.get(random.nextInt(PUBLIC.size())));
    }
    if (kind == 1 || kind == 2) {
      texts.add(random.nextInt(texts.size() + 1), PRIVATE.get(random.nextInt(PRIVATE.size())));
    }
    return texts.stream().map(DnsRebindingTest::bytes).toList();
  }

  @Test
  void connectsOnlyToCheckedAddresses() {
    run(LOOKUPS);
    // The IPv4 and IPv6 halves of lookups may coincide.
    assertThat(names.lookups()).as("one look-up each").isEqualTo(LOOKUPS);
    assertThat(names.queriedNames()).noneMatch(name -> name.contains("corp"));
    assertAllPublicAddressesCalledOnly();
  }

  @Test
  void checksTheAddressesOfAliasChains() {
    for (int i = 0; i < LOOKUPS; i++) {
      names.alias(host(i), "alias-" + host(i));
      names.alias("alias-" + host(i), "alias.of-" + host(i));
    }
    run(LOOKUPS / 3);
    assertThat(names.lookups()).isGreaterThanOrEqualTo(LOOKUPS / 3);
    assertThat(names.queriedNames()).noneMatch(name -> name.contains("corp"));
    assertAllPublicAddressesCalledOnly();
  }

  /** One name repeatedly: cached and shared results are checked too. */
  @Test
  void checksRepeatedLookupsOfOneName() {
    oneName = true;
    run(LOOKUPS / 3);
    names.setTtl(3600);
    run(LOOKUPS / 3);
    assertNoPrivateAddressCalled();
  }

  /** Distinct names, as concurrent lookups of one name are merged. */
  private static String host(int index) {
    return "flip-" + index + ".example.test";
  }

  private static TargetUrl url(String host) {
    TargetRules.Verdict verdict = new TargetRules(Set.of()).validate("https://" + host + ":8443/x");
    return ((TargetRules.Verdict.Allowed) verdict).url();
  }

  private void run(int lookups) {
    int before = answered.get();
    int sent = 0;
    int refused = 0;
    for (int i = 0; i < lookups / CONCURRENCY; i++) {
      List<Future<SendResult>> results = new ArrayList<>();
      for (int j = 0; j < CONCURRENCY; j++) {
        results.add(
            sender.send(
                url(host(oneName ? 0 : i * CONCURRENCY + j)), Map.of(), Buffer.buffer("{}"), true));
      }
      for (Future<SendResult> future : results) {
        SendResult result = future.await();
        if (result instanceof SendResult.ReceivedResponse) {
          sent++;
        } else {
          assertThat(result).isEqualTo(new SendResult.NoResponse(AttemptError.TARGET_REFUSED));
          refused++;
        }
      }
    }
    assertThat(sent).isGreaterThan(lookups / 10);
    assertThat(refused).isGreaterThan(lookups / 10);
    assertThat(answered).hasValue(before + sent);
  }

  private void assertAllPublicAddressesCalledOnly() {
    assertThat(assertNoPrivateAddressCalled()).hasSize(PUBLIC.size());
  }

  /** Returns the called addresses. */
  private Set<InetAddress> assertNoPrivateAddressCalled() {
    assertThat(privateConnections).hasValue(0);
    Set<InetAddress> open = new HashSet<>();
    for (InetSocketAddress called : internet.connections()) {
      assertThat(called.getPort()).isEqualTo(8443);
      open.add(called.getAddress());
    }
    assertThat(open).isNotEmpty().allMatch(address -> PublicAddress.isPublic(address.getAddress()));
    return open;
  }

  private static byte[] bytes(String text) {
    try {
      return InetAddress.getByName(text).getAddress();
    } catch (UnknownHostException e) {
      throw new AssertionError(e);
    }
  }
}
