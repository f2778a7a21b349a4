package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.sip.RequestText;
import eu.callorders.sipgateway.sip.SipEndpoint;
import eu.callorders.sipgateway.sip.SipResponse;
import eu.callorders.sipgateway.sip.Target;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Sends OPTIONS to a trunk, to the next address when one does not answer: two rounds in a row
 * without any response mean that it is down. Confined to the event loop.
 */
final class TrunkMonitor {
  private static final int MAX_UNANSWERED = 2;

  private final Vertx vertx;
  private final SipEndpoint endpoint;
  private final LocalAddresses addresses;
  private final Trunks trunks;
  private final Trunk trunk;
  private final Timers timers;
  private Round round = new Round();
  private int unanswered;

  TrunkMonitor(
      Vertx vertx, SipEndpoint endpoint, LocalAddresses addresses, Trunks trunks, Trunk trunk) {
    this.vertx = vertx;
    this.endpoint = endpoint;
    this.addresses = addresses;
    this.trunks = trunks;
    this.trunk = trunk;
    this.timers = new Timers(vertx);
  }

  void start() {
    ping();
    vertx.setPeriodic(trunk.settings().ping().toMillis(), tick -> endAndPing());
  }

  private void endAndPing() {
    round.end("no answer");
    ping();
  }

  private void ping() {
    Round next = new Round();
    round = next;
    trunks
        .addresses(trunk)
        .onSuccess(next::begin)
        .onFailure(unknown -> next.end("no address in DNS"));
  }

  /** The addresses share the time until the next round. */
  private final class Round {
    private final Deque<Target> left = new ArrayDeque<>();
    private Duration wait = Duration.ZERO;
    private Runnable abandon = () -> {};
    private boolean over;

    private void begin(List<Target> found) {
      left.addAll(found);
      wait = trunk.settings().ping().dividedBy(found.size());
      askNext("no answer");
    }

    /**
     * Gives up the address before.
     *
     * @param why it has failed
     */
    private void askNext(String why) {
      abandon.run();
      if (left.isEmpty()) {
        end(why);
      } else if (!over) {
        ask(left.remove());
      }
    }

    private void ask(Target target) {
      int others = left.size();
      abandon =
          endpoint.send(
              options(target),
              target,
              response -> answered(target, response),
              () -> failed(others, "no answer"),
              why -> failed(others, why));
      timers.start("answer", wait, () -> failed(others, "no answer"));
    }

    /** An address fails once, by its timer or by the stack. */
    private void failed(int others, String why) {
      if (left.size() == others) {
        askNext(why);
      }
    }

    private void answered(Target target, SipResponse response) {
      if (!response.isProvisional() && !over) {
        over = true;
        timers.cancelAll();
        addresses.learn(target, response.seenAs());
        unanswered = 0;
        trunk.pinged(null);
      }
    }

    private void end(String why) {
      if (!over) {
        over = true;
        timers.cancelAll();
        abandon.run();
        unanswered++;
        if (unanswered >= MAX_UNANSWERED) {
          trunk.pinged(why);
        }
      }
    }
  }

  private RequestText options(Target target) {
    String host = addresses.host(target);
    int port = addresses.port(target);
    String domain = trunk.settings().domain();
    return RequestText.outside(
            "OPTIONS", "sip:" + domain, "sip:gateway@" + domain, target, host, port)
        .contact("sip:gateway@" + host + ":" + port + target.uriParameter());
  }
}
