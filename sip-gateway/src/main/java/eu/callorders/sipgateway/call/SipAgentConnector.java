package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.call.CallPreparation.IncompleteException;
import eu.callorders.sipgateway.config.SipAddress;
import eu.callorders.sipgateway.sip.RequestText;
import eu.callorders.sipgateway.sip.SipResponse;
import eu.callorders.sipgateway.sip.Target;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * Finds the agent at a SIP address, which must answer OPTIONS before a call is dialed. Confined to
 * the event loop.
 */
final class SipAgentConnector implements AgentConnector {
  private static final Duration MAX_WAIT = Duration.ofSeconds(3);
  private static final Duration BEFORE_NEXT = Duration.ofSeconds(1);

  private final CallEnvironment environment;
  private final SipAddress address;

  SipAgentConnector(CallEnvironment environment) {
    this.environment = environment;
    this.address =
        SipAddress.parse(Objects.requireNonNull(environment.settings().agent().target()))
            .orElseThrow();
  }

  @Override
  public Future<SipAgentLink> connect(RemoteConversation conversation) {
    return environment
        .trunks()
        .addresses(address)
        .compose(this::firstThatAnswers)
        .compose(target -> link(conversation, target));
  }

  private Future<SipAgentLink> link(RemoteConversation conversation, Target target) {
    SipAgentLink link = new SipAgentLink(environment, conversation, address, target);
    return link.openSound()
        ? Future.succeededFuture(link)
        : Future.failedFuture(IncompleteException.noPort());
  }

  private Future<Target> firstThatAnswers(List<Target> targets) {
    Promise<Target> found = Promise.promise();
    long timer =
        environment
            .vertx()
            .setTimer(
                MAX_WAIT.toMillis(), expired -> found.tryFail("no answer to OPTIONS in time"));
    ask(targets, found);
    return found.future().onComplete(done -> environment.vertx().cancelTimer(timer));
  }

  /** A silent address delays the next one and may still answer. */
  private void ask(List<Target> targets, Promise<Target> found) {
    if (found.future().isComplete()) {
      return;
    }
    if (targets.isEmpty()) {
      found.tryFail("no address answers OPTIONS");
      return;
    }
    Target target = targets.getFirst();
    List<Target> others = targets.subList(1, targets.size());
    Promise<Void> next = Promise.promise();
    next.future().onSuccess(due -> ask(others, found));
    if (!others.isEmpty()) {
      environment.vertx().setTimer(BEFORE_NEXT.toMillis(), silent -> next.tryComplete());
    }
    environment
        .endpoint()
        .send(
            options(target),
            target,
            response -> {
              if (isThere(response)) {
                found.tryComplete(target);
              } else if (!response.isProvisional()) {
                next.tryComplete();
              }
            },
            next::tryComplete,
            why -> next.tryComplete());
  }

  private RequestText options(Target target) {
    InviteFactory.LocalAddress local = environment.invites().address();
    String ours =
        "sip:gateway@" + local.host(target) + ":" + local.port(target) + target.uriParameter();
    return RequestText.outside(
            "OPTIONS", address.uri(), ours, target, local.host(target), local.port(target))
        .contact(ours);
  }

  /** Whether it would take a call; an agent that does not know OPTIONS is there too. */
  private static boolean isThere(SipResponse response) {
    return response.isSuccess() || response.status() == 405 || response.status() == 501;
  }
}
