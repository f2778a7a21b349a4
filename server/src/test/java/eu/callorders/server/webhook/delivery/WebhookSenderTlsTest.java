package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.webhook.endpoint.LocalAddresses;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PfxOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS with a host name that resolves to a local address. */
@Tag("long")
class WebhookSenderTlsTest {
  private static final String HOST = "hooks.test";

  @TempDir static Path directory;

  private static Path good;
  private static Path expired;
  private static Path otherHost;
  private static Path foreign;
  private static Path trusted;

  private final Vertx vertx =
      Vertx.vertx(
          new VertxOptions()
              .setAddressResolverOptions(
                  new AddressResolverOptions()
                      .setHostsValue(Buffer.buffer("127.0.0.1 " + HOST + "\n"))));

  private final List<String> names = new CopyOnWriteArrayList<>();

  @BeforeAll
  static void create() {
    Certificates certificates = new Certificates(directory);
    Path authority = certificates.authority("authority");
    good = certificates.signed(authority, "good", HOST, "-1d", 30);
    expired = certificates.signed(authority, "expired", HOST, "-10d", 5);
    otherHost = certificates.signed(authority, "otherHost", "other.test", "-1d", 30);
    foreign = certificates.signed(certificates.authority("untrusted"), "foreign", HOST, "-1d", 30);
    trusted = certificates.trustFile(authority);
  }

  @AfterEach
  void close() {
    vertx.close().await();
  }

  @Test
  void sendsHostNameInHandshakeAndHeader() {
    assertThat(send(good, trusted)).isInstanceOf(SendResult.ReceivedResponse.class);
    assertThat(names).singleElement().asString().startsWith(HOST + " " + HOST + ":");
  }

  @Test
  void rejectsExpiredCertificate() {
    assertThat(send(expired, trusted)).isEqualTo(refused());
  }

  @Test
  void rejectsCertificateOfAnotherHost() {
    assertThat(send(otherHost, trusted)).isEqualTo(refused());
  }

  @Test
  void rejectsCertificateOfUntrustedAuthority() {
    assertThat(send(foreign, trusted)).isEqualTo(refused());
    assertThat(send(good, null)).isEqualTo(refused());
    assertThat(names).isEmpty();
  }

  private static SendResult refused() {
    return new SendResult.NoResponse(AttemptError.CERTIFICATE_REFUSED);
  }

  private SendResult send(Path certificate, Path trust) {
    HttpServer server =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setSsl(true)
                    .setSni(true)
                    .setKeyCertOptions(
                        new PfxOptions()
                            .setPath(certificate.toString())
                            .setPassword(Certificates.PASSWORD)))
            .requestHandler(
                request -> {
                  names.add(
                      request.connection().indicatedServerName() + " " + request.getHeader("host"));
                  request.response().end();
                })
            .listen(0, "127.0.0.1")
            .await();
    String hostAndPort = HOST + ":" + server.actualPort();
    TargetRules rules = new TargetRules(Set.of(hostAndPort));
    InstantSource time = InstantSource.system();
    SafeResolver resolver = new SafeResolver(vertx, rules, new LocalAddresses(time));
    WebhookSender sender =
        new WebhookSender(
            vertx, resolver, TrustStore.with(trust), 10, Duration.ofSeconds(60), time);
    TargetUrl url =
        ((TargetRules.Verdict.Allowed) rules.validate("https://" + hostAndPort + "/x")).url();
    SendResult result = sender.send(url, Map.of(), Buffer.buffer("{}"), true).await();
    sender.close().await();
    server.close().await();
    return result;
  }
}
