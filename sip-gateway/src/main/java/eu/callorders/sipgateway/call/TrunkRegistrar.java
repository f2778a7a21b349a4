package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.digest.ChallengePolicy;
import eu.callorders.sipgateway.sip.Registration;
import eu.callorders.sipgateway.sip.RequestText;
import eu.callorders.sipgateway.sip.SipEndpoint;
import eu.callorders.sipgateway.sip.SipResponse;
import eu.callorders.sipgateway.sip.Target;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the registration with a trunk. One that cannot be repeated holds until its time is over,
 * unless the registrar rejects it. Confined to the event loop.
 */
final class TrunkRegistrar {
  private static final int MAX_ADDRESSES = 8;

  private final SipEndpoint endpoint;
  private final LocalAddresses addresses;
  private final Trunks trunks;
  private final Trunk trunk;
  private final Timers timers;
  private final RegistrationSchedule schedule;
  private final Registration registration;
  private final DialogSender sender;
  private int cseq;
  private int failures;

  TrunkRegistrar(
      Vertx vertx,
      SipEndpoint endpoint,
      LocalAddresses addresses,
      Trunks trunks,
      Trunk trunk,
      Duration firstRetry) {
    this.endpoint = endpoint;
    this.addresses = addresses;
    this.trunks = trunks;
    this.trunk = trunk;
    this.timers = new Timers(vertx);
    this.schedule = new RegistrationSchedule(firstRetry);
    this.registration =
        Registration.of(Objects.requireNonNull(trunk.settings().user()), trunk.settings().domain());
    this.sender = new DialogSender(endpoint, trunk.credentials());
  }

  /** Registers now, and again in time. */
  void start() {
    trunks
        .addresses(trunk)
        .onSuccess(this::register)
        .onFailure(unknown -> failed(null, "no address in DNS"));
  }

  /** After a failure the next address is tried. */
  private void register(List<Target> found) {
    Target target = found.get(failures % Math.min(found.size(), MAX_ADDRESSES));
    send(new Attempt(target, new ChallengePolicy(), false), null);
  }

  /**
   * A REGISTER with its repetitions.
   *
   * @param corrected whether it repeats one whose address the trunk sees differently
   */
  private record Attempt(Target target, ChallengePolicy policy, boolean corrected) {}

  private void send(Attempt attempt, @Nullable String authorization) {
    cseq++;
    Target target = attempt.target();
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
            answered(attempt, host + ":" + port, response);
          }
        },
        () -> failed(null, "no answer"),
        why -> failed(null, why));
  }

  private void answered(Attempt attempt, String contactHost, SipResponse response) {
    Target target = attempt.target();
    addresses.learn(target, response.seenAs());
    if (response.isSuccess()) {
      boolean moved = !contactHost.equals(addresses.host(target) + ":" + addresses.port(target));
      accepted(response);
      if (moved && !attempt.corrected()) {
        send(new Attempt(target, new ChallengePolicy(), true), null);
      }
    } else if (schedule.isTooBrief(response.status(), response.minSeconds())) {
      send(new Attempt(target, new ChallengePolicy(), attempt.corrected()), null);
    } else {
      sender
          .authorization(response, attempt.policy(), "REGISTER", registration.registrar())
          .ifPresentOrElse(
              authorization -> send(attempt, authorization),
              () -> failed(response.status(), "status " + response.status()));
    }
  }

  private void accepted(SipResponse response) {
    failures = 0;
    Duration holds = schedule.accepted(response.expires());
    trunk.registered(response.serviceRoutes());
    timers.start("register", holds.dividedBy(2), this::start);
    timers.start("expiry", holds, () -> trunk.unregistered("the registration has expired"));
  }

  private void failed(@Nullable Integer status, String why) {
    failures++;
    boolean rejected = status != null && status / 100 != 5;
    if (rejected || !trunk.isRegistered()) {
      timers.cancel("expiry");
      trunk.unregistered(why);
    }
    timers.cancel("register");
    schedule.failed(status).ifPresent(wait -> timers.start("register", wait, this::start));
  }
}
