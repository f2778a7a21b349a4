package eu.callorders.server.webhook.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.webhook.TargetRules;
import eu.callorders.core.webhook.TargetUrl;
import eu.callorders.server.SettableClock;
import io.vertx.core.Vertx;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalAddressesTest {
  private static final byte[] EXTERNAL = {8, 8, 4, 4};

  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-20T08:00:00Z"));
  private final LocalAddresses localAddresses = new LocalAddresses(clock, List.of(EXTERNAL));

  @Test
  void includesLocalAndExternalAddresses() throws SocketException {
    assertThat(localAddresses.current()).contains(EXTERNAL);
    NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .forEach(address -> assertThat(localAddresses.current()).contains(address.getAddress()));
  }

  @Test
  void refreshesAfterHalfAMinute() {
    List<byte[]> first = localAddresses.current();
    clock.advance(Duration.ofSeconds(30));
    assertThat(localAddresses.current()).isSameAs(first);
    clock.advance(Duration.ofMillis(1));
    assertThat(localAddresses.current()).isNotSameAs(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"8.8.4.4", "[::ffff:8.8.4.4]", "[64:ff9b::808:404]", "[::8.8.4.4]"})
  void refusesOwnAddressesInEveryForm(String host) {
    Vertx vertx = Vertx.vertx();
    TargetRules rules = new TargetRules(Set.of());
    TargetUrl url = ((TargetRules.Verdict.Allowed) rules.validate("https://" + host + "/in")).url();
    assertThatThrownBy(() -> new SafeResolver(vertx, rules, localAddresses).check(url).await())
        .isInstanceOf(SafeResolver.UnsafeTargetException.class);
    LocalAddresses others = new LocalAddresses(clock);
    assertThat(new SafeResolver(vertx, rules, others).check(url).await()).hasSize(1);
    vertx.close().await();
  }
}
