package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.dns.TrunkResolver;
import eu.callorders.sipgateway.sip.RequestText;
import eu.callorders.sipgateway.sip.SipEndpoint;
import eu.callorders.sipgateway.sip.SipResponse;
import eu.callorders.sipgateway.sip.Target;
import io.vertx.core.Vertx;
import java.util.List;

/**
 * Sends OPTIONS to a trunk: two in a row without any response mean that it is down. Confined to the
 * event loop.
 */
final class TrunkMonitor {
  private static final int MAX_UNANSWERED = 2;

  private final Vertx vertx;
  private final SipEndpoint endpoint;
  private final LocalAddresses addresses;
  private final Trunks trunks;
  private final Trunk trunk;
  private final TrunkResolver resolver = new TrunkResolver();
  private int unanswered;
  private boolean waiting;

  TrunkMonitor(
      Vertx vertx, SipEndpoint endpoint, LocalAddresses addresses, Trunks trunks, Trunk trunk) {
    this.vertx = vertx;
    this.endpoint = endpoint;
    this.addresses = addresses;
    this.trunks = trunks;
    this.trunk = trunk;
  }

  void start() {
    ping();
    vertx.setPeriodic(trunk.settings().ping().toMillis(), tick -> ping());
  }

  private void ping() {
    if (waiting) {
      failed(); // The one before is still unanswered.
      return;
    }
    waiting = true;
    vertx
        .executeBlocking(() -> resolver.resolve(trunk.settings().address()), false)
        .onSuccess(this::ping)
        .onFailure(unknown -> ended(false));
  }

  private void ping(List<Target> found) {
    Target target = found.getFirst();
    trunks.allow(target);
    String host = addresses.host(target);
    int port = addresses.port(target);
    String domain = trunk.settings().domain();
    RequestText options =
        RequestText.outside("OPTIONS", "sip:" + domain, "sip:gateway@" + domain, target, host, port)
            .contact("sip:gateway@" + host + ":" + port + target.uriParameter());
    endpoint.send(
        options,
        target,
        response -> answered(target, response),
        () -> ended(false),
        unsent -> ended(false));
  }

  private void answered(Target target, SipResponse response) {
    if (!response.isProvisional()) {
      addresses.learn(target, response.seenAs());
      ended(true);
    }
  }

  private void ended(boolean success) {
    waiting = false;
    if (success) {
      unanswered = 0;
      trunk.pinged(true);
    } else {
      failed();
    }
  }

  private void failed() {
    unanswered++;
    if (unanswered >= MAX_UNANSWERED) {
      trunk.pinged(false);
    }
  }
}
