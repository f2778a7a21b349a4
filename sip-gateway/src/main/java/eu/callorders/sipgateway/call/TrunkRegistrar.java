package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.digest.ChallengePolicy;
import eu.callorders.sipgateway.dns.TrunkResolver;
import eu.callorders.sipgateway.sip.Registration;
import eu.callorders.sipgateway.sip.RequestText;
import eu.callorders.sipgateway.sip.SipEndpoint;
import eu.callorders.sipgateway.sip.SipResponse;
import eu.callorders.sipgateway.sip.Target;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the registration with a trunk. Confined to the event loop. */
final class TrunkRegistrar {
  private static final int MAX_ADDRESSES = 8;

  private final SipEndpoint endpoint;
  private final LocalAddresses addresses;
  private final Trunks trunks;
  private final Trunk trunk;
  private final Vertx vertx;
  private final Timers timers;
  private final TrunkResolver resolver = new TrunkResolver();
  private final RegistrationSchedule schedule = new RegistrationSchedule();
  private final Registration registration;
  private final DialogSender sender;
  private int cseq;
  private int failures;

  TrunkRegistrar(
      Vertx vertx, SipEndpoint endpoint, LocalAddresses addresses, Trunks trunks, Trunk trunk) {
    this.vertx = vertx;
    this.endpoint = endpoint;
    this.addresses = addresses;
    this.trunks = trunks;
    this.trunk = trunk;
    this.timers = new Timers(vertx);
    this.registration =
        Registration.of(Objects.requireNonNull(trunk.settings().user()), trunk.settings().domain());
    this.sender = new DialogSender(endpoint, trunk.credentials());
  }

  /** Registers now, and again in time. */
  void start() {
    vertx
        .executeBlocking(() -> resolver.resolve(trunk.settings().address()), false)
        .onSuccess(this::register)
        .onFailure(unknown -> failed(null, "no address in DNS"));
  }

  /** After a failure the next address is tried. */
  private void register(List<Target> found) {
    Target target = found.get(failures % Math.min(found.size(), MAX_ADDRESSES));
    trunks.allow(target);
    send(target, new ChallengePolicy(), null);
  }

  private void send(Target target, ChallengePolicy policy, @Nullable String authorization) {
    cseq++;
    String host = addresses.host(target);
    int port = addresses.port(target);
    String contact =
        "sip:" + trunk.settings().user() + "@" + host + ":" + port + target.uriParameter();
    RequestText text =
        RequestText.register(registration, cseq, target, host, port)
            .contact(contact)
            .header("Expires", Integer.toString(schedule.seconds()));
    if (authorization != null) {
      text.line(authorization);
    }
    endpoint.send(
        text,
        target,
        response -> {
          if (!response.isProvisional()) {
            answered(target, policy, host + ":" + port, response);
          }
        },
        () -> failed(null, "no answer"),
        why -> failed(null, why));
  }

  private void answered(
      Target target, ChallengePolicy policy, String contactHost, SipResponse response) {
    addresses.learn(target, response.seenAs());
    if (response.isSuccess()) {
      accepted(target, contactHost, response);
      return;
    }
    if (schedule.isTooBrief(response.status(), response.minSeconds())) {
      send(target, new ChallengePolicy(), null);
      return;
    }
    Optional<String> authorization =
        sender.authorization(response, policy, "REGISTER", registration.registrar());
    if (authorization.isPresent()) {
      send(target, policy, authorization.get());
    } else {
      failed(response.status(), "status " + response.status());
    }
  }

  private void accepted(Target target, String contactHost, SipResponse response) {
    failures = 0;
    Duration next = schedule.accepted(response.expires());
    trunk.registered(response.serviceRoutes());
    boolean moved = !contactHost.equals(addresses.host(target) + ":" + addresses.port(target));
    if (moved) {
      send(target, new ChallengePolicy(), null); // with the address that the trunk sees
    } else {
      timers.start("register", next, this::start);
    }
  }

  private void failed(@Nullable Integer status, String why) {
    failures++;
    trunk.unregistered(why);
    schedule.failed(status).ifPresent(wait -> timers.start("register", wait, this::start));
  }
}
