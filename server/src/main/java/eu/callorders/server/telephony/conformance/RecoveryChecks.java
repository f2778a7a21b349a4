package eu.callorders.server.telephony.conformance;

import static eu.callorders.server.telephony.conformance.CheckFailedException.unless;
import static eu.callorders.server.telephony.conformance.CheckFailedException.unlessEqual;

import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraAnswer;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.server.telephony.conformance.ConformanceCheck.RequiredCapability;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** What a service needs whose database was restored from a backup. */
final class RecoveryChecks {
  private static final Duration SUCCESSOR_LIMIT = Duration.ofSeconds(10);

  /** Answers take longer together than a millisecond, the coarsest that an instant may be. */
  private static final int REQUESTS = 100;

  private RecoveryChecks() {}

  static List<ConformanceCheck> all() {
    return List.of(
        check("one era of a deployment is granted", RecoveryChecks::eras),
        check("the current era of a deployment is found", RecoveryChecks::currentEra),
        check("a placing of another era is refused", RecoveryChecks::staleEra, TestNumber.ANSWERS),
        check("the log has what was placed", RecoveryChecks::facts, TestNumber.ANSWERS),
        check("the log has the erasure of a call", RecoveryChecks::erasure, TestNumber.ANSWERS),
        check("a page names the log and its oldest fact", RecoveryChecks::page));
  }

  private static ConformanceCheck check(
      String name, Consumer<CheckRun> check, TestNumber... roles) {
    return ConformanceCheck.of(name, check, roles).needing(RequiredCapability.RECOVERY);
  }

  private static void eras(CheckRun trial) {
    UUID deployment = trial.newId();
    UUID node = trial.newId();
    UUID other = trial.newId();
    EraRequest first = new EraRequest(deployment, 1, trial.newId(), node, false);
    granted(trial, first);
    granted(trial, first);
    unlessEqual(
        raise(trial, new EraRequest(deployment, 1, trial.newId(), other, false)),
        new EraAnswer.Stale(1),
        "the same number with another id is answered by");
    EraRequest higher = new EraRequest(deployment, 2, trial.newId(), other, false);
    EraAnswer inUse = raise(trial, higher);
    unless(
        inUse instanceof EraAnswer.InUse(int number, var wait) && number == 1 && wait.isPositive(),
        "a higher number of a strange node is answered by",
        "InUse with number 1 and a time to wait",
        inUse);
    EraAnswer copied =
        raise(trial, new EraRequest(deployment, 2, trial.newId(), other, node, false));
    unless(
        copied instanceof EraAnswer.InUse(int number, var wait)
            && number == 1
            && wait.isPositive()
            && wait.compareTo(SUCCESSOR_LIMIT) <= 0,
        "a higher number of a process after a node at work is answered by",
        "InUse with number 1 and a time to wait of 10 s at most",
        copied);
    granted(trial, new EraRequest(deployment, 2, trial.newId(), node, false));
    unlessEqual(raise(trial, first), new EraAnswer.Stale(2), "the era before is answered by");
    granted(trial, new EraRequest(deployment, 3, trial.newId(), other, true));
  }

  private static void currentEra(CheckRun trial) {
    UUID deployment = trial.newId();
    EraRequest request = new EraRequest(deployment, 1, trial.newId(), trial.newId(), false);
    unlessEqual(
        query(trial, deployment),
        new EraQueryResult.NotFound(),
        "a query for the era of an unknown deployment answers");
    granted(trial, request);
    EraQueryResult.Found first = current(trial, request);
    unlessEqual(current(trial, request), first, "another query for the era answers");
    EraQueryResult.Found later = first;
    for (int i = 0; i < REQUESTS && later.equals(first); i++) {
      granted(trial, request);
      later = current(trial, request);
    }
    unless(
        later.heardAt().isAfter(first.heardAt()),
        "once a node has asked for the era again, a query for it answers",
        "heard_at after " + first.heardAt(),
        later);
  }

  private static EraQueryResult.Found current(CheckRun trial, EraRequest era) {
    EraQueryResult result = query(trial, era.deployment());
    if (result instanceof EraQueryResult.Found found
        && found.number() == era.number()
        && found.id().equals(era.id())) {
      return found;
    }
    throw new CheckFailedException(
        "a query for the era answers", "Found with number 1 and id " + era.id(), result);
  }

  private static EraQueryResult query(CheckRun trial, UUID deployment) {
    return trial.await(trial.gateway().queryEra(deployment));
  }

  private static void staleEra(CheckRun trial) {
    UUID deployment = trial.newId();
    UUID era = trial.newId();
    granted(trial, new EraRequest(deployment, 1, era, trial.newId(), false));
    PlaceCall call = trial.calls().call(TestNumber.ANSWERS);
    unlessEqual(
        trial.await(
            trial
                .gateway()
                .place(call.withOrigin(new CallOrigin(deployment, trial.newId(), null)))),
        new PlaceResult.Refused(RefusalReason.STALE_ERA, null),
        "placing answers");
    trial.notFound(call.attemptId());
    PlaceCall current = call.withOrigin(new CallOrigin(deployment, era, null));
    trial.taken(current);
    trial.end(current);
  }

  private static void facts(CheckRun trial) {
    UUID deployment = trial.newId();
    UUID era = trial.newId();
    granted(trial, new EraRequest(deployment, 1, era, trial.newId(), false));
    String before = EventChecks.read(trial, null, new HashSet<>());
    PlaceCall call =
        trial
            .calls()
            .call(TestNumber.ANSWERS)
            .withOrigin(new CallOrigin(deployment, era, "Y29udGV4dA"));
    trial.taken(call);
    Set<GatewayEvent> logged = logged(trial, before);
    unless(
        logged.stream()
            .anyMatch(
                event ->
                    event instanceof GatewayEvent.Accepted(_, Facts facts)
                        && Facts.of(call).equals(facts)),
        "once placing is answered, the log has",
        Facts.of(call),
        logged);
    trial.end(call);
  }

  private static void erasure(CheckRun trial) {
    PlaceCall call = trial.calls().call(TestNumber.ANSWERS);
    trial.taken(call);
    trial.toldUntil(call, GatewayEvent.Report.class);
    String before = EventChecks.read(trial, null, new HashSet<>());
    unlessEqual(
        trial.await(trial.gateway().forget(call.attemptId())), true, "the call is forgotten");
    Set<GatewayEvent> logged = logged(trial, before);
    unless(
        logged.stream()
            .anyMatch(
                event ->
                    event instanceof GatewayEvent.Forgotten(var header, UUID order, UUID tenant)
                        && header.attemptId().equals(call.attemptId())
                        && order.equals(call.orderId())
                        && tenant.equals(call.tenantId())),
        "the log has",
        "Forgotten of attempt " + call.attemptId(),
        logged);
  }

  private static void page(CheckRun trial) {
    EventsResult answer = trial.await(trial.gateway().events(null));
    unless(
        answer instanceof EventsResult.EventPage page
            && page.logId() != null
            && page.keptSince() != null,
        "a page of the log says",
        "log_id and kept_since",
        answer);
  }

  private static Set<GatewayEvent> logged(CheckRun trial, String after) {
    Set<GatewayEvent> logged = new HashSet<>();
    EventChecks.read(trial, after, logged);
    return logged;
  }

  private static void granted(CheckRun trial, EraRequest request) {
    unlessEqual(raise(trial, request), new EraAnswer.Granted(), "an era is answered by");
  }

  private static EraAnswer raise(CheckRun trial, EraRequest request) {
    return trial.await(trial.gateway().raiseEra(request));
  }
}
