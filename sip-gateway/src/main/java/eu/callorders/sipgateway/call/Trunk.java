package eu.callorders.sipgateway.call;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.call.GatewayNotes;
import eu.callorders.sipgateway.config.TrunkSettings;
import eu.callorders.sipgateway.digest.DigestCredentials;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A carrier with its standing, which outlives the process. Confined to the event loop. */
final class Trunk {
  private static final Logger LOG = LoggerFactory.getLogger(Trunk.class);
  private static final Duration NOTE_INTERVAL = Duration.ofMinutes(10);

  private final TrunkSettings settings;
  private final GatewayNotes notes;
  private final TrunkStanding standing;
  private Instant noted;
  private boolean reachable = true;
  private boolean registered;
  private boolean registrationFailed;
  private List<String> serviceRoutes = List.of();

  Trunk(TrunkSettings settings, GatewayNotes notes, Map<String, String> stored) {
    this.settings = settings;
    this.notes = notes;
    String last = stored.get(noteName());
    this.noted = last == null ? Instant.EPOCH : Instant.parse(last);
    this.standing = new TrunkStanding(last == null ? null : noted);
  }

  TrunkSettings settings() {
    return settings;
  }

  /** Null: challenges are not answered. */
  @Nullable DigestCredentials credentials() {
    String user = settings.user();
    String password = settings.password();
    return user == null || password == null ? null : new DigestCredentials(user, password);
  }

  /** Whether a call may be placed with it. */
  boolean admits(Instant now) {
    return isConnected() && standing.admits(now);
  }

  boolean isDown() {
    return !isConnected() || standing.isSuspended();
  }

  private boolean isConnected() {
    return reachable && (registered || !settings.register());
  }

  boolean isRegistered() {
    return registered;
  }

  /** Values of Route for calls, as the registrar requires them; empty for none. */
  List<String> serviceRoutes() {
    return serviceRoutes;
  }

  /** The registrar knows us. */
  void registered(List<String> routes) {
    serviceRoutes = List.copyOf(routes);
    if (!registered) {
      registered = true;
      registrationFailed = false;
      LOG.info("trunk {} registered", settings.name());
    }
  }

  /** The registrar does not know us, so that no call is placed; one alert until it does. */
  void unregistered(String why) {
    if (registered || !registrationFailed) {
      LOG.error("alert: trunk {} not registered: {}", settings.name(), why);
    }
    registrationFailed = true;
    registered = false;
  }

  /** Whether it is believed that a number does not exist. */
  boolean knowsNumber(String number, Instant now) {
    return standing.knowsNumber(number, now);
  }

  Duration suspendedFor(Instant now) {
    return standing.suspendedFor(now);
  }

  /** Admits a call, which is then released. */
  boolean admit(UUID call, Instant now) {
    return isConnected() && standing.admit(call, now);
  }

  void ringing(Instant now) {
    standing.ringing(now);
    if (Duration.between(noted, now).compareTo(NOTE_INTERVAL) > 0) {
      noted = now;
      notes.put(noteName(), now.toString());
    }
  }

  /**
   * A call ended without an answer.
   *
   * @param answer null for silence
   */
  void ended(CallOutcome outcome, @Nullable FinalAnswer answer, PlaceCall call, Instant now) {
    boolean suspicious =
        outcome.trunk() != CallOutcome.TrunkVerdict.SOUND
            || (answer != null && (answer.status() == 404 || answer.status() == 603));
    if (answer != null && answer.ringing()) {
      return; // The 18x has proven that the trunk works.
    }
    if (!suspicious) {
      standing.sound();
    } else if (standing.failed(call.attemptId(), call.to().e164(), now)) {
      LOG.error(
          "alert: trunk {} suspended for {} s: calls fail with {}",
          settings.name(),
          standing.suspendedFor(now).toSeconds(),
          outcome.detail());
    }
  }

  /** A call has ended, or goes elsewhere. */
  void released(UUID call) {
    standing.released(call);
  }

  /**
   * The result of OPTIONS.
   *
   * @param fault null when they were answered
   */
  void pinged(@Nullable String fault) {
    if (reachable == (fault != null)) {
      reachable = fault == null;
      if (fault == null) {
        LOG.info("trunk {} answers again", settings.name());
      } else {
        LOG.error("alert: trunk {} does not answer OPTIONS: {}", settings.name(), fault);
      }
    }
  }

  private String noteName() {
    return "trunk_rang:" + settings.name() + ":" + settings.address().host();
  }
}
