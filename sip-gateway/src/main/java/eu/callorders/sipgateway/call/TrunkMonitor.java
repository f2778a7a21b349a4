package eu.callorders.sipgateway.call;

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
      count("no answer"); // The one before is still unanswered.
      return;
    }
    waiting = true;
    trunks.addresses(trunk).onSuccess(this::ping).onFailure(unknown -> failed("no address in DNS"));
  }

  private void ping(List<Target> found) {
    Target target = found.getFirst();
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
        () -> failed("no answer"),
        this::failed);
  }

  private void answered(Target target, SipResponse response) {
    if (!response.isProvisional()) {
      addresses.learn(target, response.seenAs());
      waiting = false;
      unanswered = 0;
      trunk.pinged(null);
    }
  }

  private void failed(String why) {
    waiting = false;
    count(why);
  }

  private void count(String why) {
    unanswered++;
    if (unanswered >= MAX_UNANSWERED) {
      trunk.pinged(why);
    }
  }
}
