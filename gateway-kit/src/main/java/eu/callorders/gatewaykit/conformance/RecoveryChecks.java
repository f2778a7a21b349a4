package eu.callorders.gatewaykit.conformance;

import static eu.callorders.gatewaykit.conformance.CheckFailedException.require;
import static eu.callorders.gatewaykit.conformance.CheckFailedException.requireEqual;

import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.gatewaykit.conformance.ConformanceCheck.RequiredCapability;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/** Checks of the recovery of a service whose database was restored from a backup. */
final class RecoveryChecks {
  private static final Duration SUCCESSOR_LIMIT = Duration.ofSeconds(10);

  /** Enough replies to take longer than a millisecond, the coarsest precision of an instant. */
  private static final int REQUESTS = 100;

  private RecoveryChecks() {}

  static List<ConformanceCheck> all() {
    return List.of(
        check("one era of a deployment is granted", RecoveryChecks::eras),
        check("the current era of a deployment is found", RecoveryChecks::currentEra),
        check("a call of another era is refused", RecoveryChecks::staleEra, TestNumber.ANSWERS),
        check("the log has the placed calls", RecoveryChecks::facts, TestNumber.ANSWERS),
        check("the log has the erasure of a call", RecoveryChecks::erasure, TestNumber.ANSWERS),
        check("a page names the log and its oldest fact", RecoveryChecks::page));
  }

  private static ConformanceCheck check(
      String name, Consumer<CheckRun> check, TestNumber... roles) {
    return ConformanceCheck.of(name, check, roles).requiring(RequiredCapability.RECOVERY);
  }

  private static void eras(CheckRun run) {
    UUID deployment = run.newId();
    UUID node = run.newId();
    UUID other = run.newId();
    EraRequest first = new EraRequest(deployment, 1, run.newId(), node, false);
    requireGranted(run, first);
    requireGranted(run, first);
    requireEqual(
        raise(run, new EraRequest(deployment, 1, run.newId(), other, false)),
        new EraRequestResult.Stale(1),
        "the same number with another id is answered by");
    EraRequest higher = new EraRequest(deployment, 2, run.newId(), other, false);
    EraRequestResult inUse = raise(run, higher);
    require(
        inUse instanceof EraRequestResult.InUse(int number, var wait)
            && number == 1
            && wait.isPositive(),
        "a higher number of another node is answered by",
        "InUse with number 1 and a time to wait",
        inUse);
    EraRequestResult copied =
        raise(run, new EraRequest(deployment, 2, run.newId(), other, node, false));
    require(
        copied instanceof EraRequestResult.InUse(int number, var wait)
            && number == 1
            && wait.isPositive()
            && wait.compareTo(SUCCESSOR_LIMIT) <= 0,
        "a higher number of the successor of an active node is answered by",
        "InUse with number 1 and a time to wait of 10 s at most",
        copied);
    requireGranted(run, new EraRequest(deployment, 2, run.newId(), node, false));
    requireEqual(raise(run, first), new EraRequestResult.Stale(2), "the era before is answered by");
    requireGranted(run, new EraRequest(deployment, 3, run.newId(), other, true));
  }

  private static void currentEra(CheckRun run) {
    UUID deployment = run.newId();
    EraRequest request = new EraRequest(deployment, 1, run.newId(), run.newId(), false);
    requireEqual(
        query(run, deployment),
        new EraQueryResult.NotFound(),
        "a query for the era of an unknown deployment answers");
    requireGranted(run, request);
    EraQueryResult.Found first = current(run, request);
    requireEqual(current(run, request), first, "another query for the era answers");
    EraQueryResult.Found later = first;
    for (int i = 0; i < REQUESTS && later.equals(first); i++) {
      requireGranted(run, request);
      later = current(run, request);
    }
    require(
        later.lastSeenAt().isAfter(first.lastSeenAt()),
        "after a repeated era request, a query for it answers",
        "heard_at after " + first.lastSeenAt(),
        later);
  }

  private static EraQueryResult.Found current(CheckRun run, EraRequest era) {
    EraQueryResult result = query(run, era.deployment());
    if (result instanceof EraQueryResult.Found found
        && found.number() == era.number()
        && found.id().equals(era.id())) {
      return found;
    }
    throw new CheckFailedException(
        "a query for the era answers", "Found with number 1 and id " + era.id(), result);
  }

  private static EraQueryResult query(CheckRun run, UUID deployment) {
    return run.await(run.gateway().queryEra(deployment));
  }

  private static void staleEra(CheckRun run) {
    UUID deployment = run.newId();
    UUID era = run.newId();
    requireGranted(run, new EraRequest(deployment, 1, era, run.newId(), false));
    PlaceCall call = run.callFactory().call(TestNumber.ANSWERS);
    requireEqual(
        run.await(
            run.gateway().place(call.withOrigin(new CallOrigin(deployment, run.newId(), null)))),
        new PlaceResult.Refused(RefusalReason.STALE_ERA, null),
        "placing answers");
    run.requireNotFound(call.attemptId());
    PlaceCall current = call.withOrigin(new CallOrigin(deployment, era, null));
    run.place(current);
    run.awaitEnd(current);
  }

  private static void facts(CheckRun run) {
    UUID deployment = run.newId();
    UUID era = run.newId();
    requireGranted(run, new EraRequest(deployment, 1, era, run.newId(), false));
    String before = EventChecks.read(run, null, new HashSet<>());
    PlaceCall call =
        run.callFactory()
            .call(TestNumber.ANSWERS)
            .withOrigin(new CallOrigin(deployment, era, "Y29udGV4dA"));
    run.place(call);
    Set<GatewayEvent> logged = logged(run, before);
    require(
        logged.stream()
            .anyMatch(
                event ->
                    event instanceof GatewayEvent.Accepted(_, Facts facts)
                        && Facts.of(call).equals(facts)),
        "once placing is answered, the log has",
        Facts.of(call),
        logged);
    run.awaitEnd(call);
  }

  private static void erasure(CheckRun run) {
    PlaceCall call = run.callFactory().call(TestNumber.ANSWERS);
    run.place(call);
    run.awaitEvents(call, GatewayEvent.Report.class);
    String before = EventChecks.read(run, null, new HashSet<>());
    requireEqual(run.await(run.gateway().erase(call.attemptId())), true, "the call is erased");
    Set<GatewayEvent> logged = logged(run, before);
    require(
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

  private static void page(CheckRun run) {
    EventsResult answer = run.await(run.gateway().events(null));
    require(
        answer instanceof EventsResult.EventPage page
            && page.logId() != null
            && page.retainedSince() != null,
        "a page of the log says",
        "log_id and kept_since",
        answer);
  }

  private static Set<GatewayEvent> logged(CheckRun run, String after) {
    Set<GatewayEvent> logged = new HashSet<>();
    EventChecks.read(run, after, logged);
    return logged;
  }

  private static void requireGranted(CheckRun run, EraRequest request) {
    requireEqual(raise(run, request), new EraRequestResult.Granted(), "an era is answered by");
  }

  private static EraRequestResult raise(CheckRun run, EraRequest request) {
    return run.await(run.gateway().raiseEra(request));
  }
}
