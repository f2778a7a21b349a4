package eu.callorders.sipgateway.call;

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
    send(new Attempt(target, authorizations(), false));
  }

  /**
   * A REGISTER with its repetitions.
   *
   * @param corrected whether it repeats one whose address the trunk sees differently
   */
  private record Attempt(Target target, Authorizations authorizations, boolean corrected) {}

  private Authorizations authorizations() {
    return new Authorizations(trunk.credentials());
  }

  private void send(Attempt attempt) {
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
    attempt.authorizations().lines().forEach(text::line);
    endpoint.send(
        text,
        target,
        response -> {
          if (!response.isProvisional()) {
            answered(attempt, contact, host + ":" + port, response);
          }
        },
        () -> failed(null, "no answer"),
        why -> failed(null, why));
  }

  private void answered(Attempt attempt, String contact, String contactHost, SipResponse response) {
    Target target = attempt.target();
    addresses.learn(target, response.seenAs());
    Integer granted = response.registeredFor(contact);
    if (response.isSuccess() && granted != null && granted == 0) {
      failed(response.status(), "the registrar grants no time");
    } else if (response.isSuccess()) {
      boolean moved = !contactHost.equals(addresses.host(target) + ":" + addresses.port(target));
      accepted(granted, response.serviceRoutes());
      if (moved && !attempt.corrected()) {
        send(new Attempt(target, authorizations(), true));
      }
    } else if (schedule.isTooBrief(response.status(), response.minSeconds())) {
      send(new Attempt(target, authorizations(), attempt.corrected()));
    } else if (attempt.authorizations().answer(response, "REGISTER", registration.registrar())) {
      send(attempt);
    } else {
      failed(response.status(), "status " + response.status());
    }
  }

  private void accepted(@Nullable Integer granted, List<String> routes) {
    failures = 0;
    Duration holds = schedule.accepted(granted);
    trunk.registered(routes);
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
