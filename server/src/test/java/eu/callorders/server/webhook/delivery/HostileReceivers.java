package eu.callorders.server.webhook.delivery;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.webhook.delivery.ScriptedServer.Script;
import eu.callorders.server.webhook.endpoint.LocalAddresses;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.dns.AddressResolverOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Receivers with scripts, with and without TLS, and senders that trust them. */
final class HostileReceivers implements AutoCloseable {
  static final String HOST = "hooks.test";
  private final Vertx vertx =
      Vertx.vertx(
          new VertxOptions()
              .setAddressResolverOptions(
                  new AddressResolverOptions()
                      .setHostsValue(Buffer.buffer("127.0.0.1 " + HOST + "\n"))));

  private final List<Runnable> closings = new CopyOnWriteArrayList<>();
  private final Map<ScriptedServer, Boolean> secure = new ConcurrentHashMap<>();

  private final Path trusted;

  HostileReceivers(Path trusted) {
    this.trusted = trusted;
  }

  @Override
  public void close() {
    closings.forEach(Runnable::run);
    vertx.close().await();
  }

  ScriptedServer receiver(Path certificate, Script script) {
    return register(new ScriptedServer(certificate, script), certificate != null);
  }

  /** A receiver with TLS that accepts no connection before it listens. */
  ScriptedServer notListening(Path certificate, Script script) {
    return register(ScriptedServer.notListening(certificate, script), true);
  }

  private ScriptedServer register(ScriptedServer receiver, boolean isSecure) {
    secure.put(receiver, isSecure);
    closings.add(receiver::close);
    return receiver;
  }

  SendResult sendAndAwait(ScriptedServer receiver, Duration timeout) {
    return send(receiver, timeout).await();
  }

  Future<SendResult> send(ScriptedServer receiver, Duration timeout) {
    return send(
        sender(receiver.port(), timeout, trusted), url(receiver.port(), secure.get(receiver)));
  }

  static SendResult sendAndAwait(WebhookSender sender, TargetUrl url) {
    return send(sender, url).await();
  }

  static Future<SendResult> send(WebhookSender sender, TargetUrl url) {
    return sender.send(url, Map.of(), Buffer.buffer("{}"), true);
  }

  WebhookSender sender(int port, Duration timeout, Path trust) {
    TargetRules rules = new TargetRules(Set.of(HOST + ":" + port));
    InstantSource time = InstantSource.system();
    SafeResolver resolver = new SafeResolver(vertx, rules, new LocalAddresses(time));
    WebhookSender sender =
        new WebhookSender(vertx, resolver, TrustStore.with(trust), 10, timeout, time);
    closings.add(0, () -> sender.close().await());
    return sender;
  }

  static TargetUrl url(int port, boolean secure) {
    String hostAndPort = HOST + ":" + port;
    TargetRules.Verdict verdict =
        new TargetRules(Set.of(hostAndPort))
            .validate((secure ? "https://" : "http://") + hostAndPort + "/in");
    return ((TargetRules.Verdict.Allowed) verdict).url();
  }

  static SendResult failed(AttemptError error) {
    return new SendResult.NoResponse(error);
  }
}
