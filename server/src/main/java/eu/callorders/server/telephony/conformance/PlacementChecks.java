package eu.callorders.server.telephony.conformance;

import static eu.callorders.server.telephony.conformance.CheckFailedException.unless;
import static eu.callorders.server.telephony.conformance.CheckFailedException.unlessEqual;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.server.telephony.conformance.ConformanceCheck.RequiredCapability;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Checks that a call is dialed once, or provably not at all. */
final class PlacementChecks {
  private static final int TIMES = 10;

  private PlacementChecks() {}

  static List<ConformanceCheck> all() {
    return List.of(
        refusal(TestNumber.UNROUTABLE, RefusalReason.UNROUTABLE),
        refusal(TestNumber.BARRED, RefusalReason.DO_NOT_CALL),
        refusal(TestNumber.FULL, RefusalReason.CAPACITY),
        ConformanceCheck.of(
            "capacity becomes free again", PlacementChecks::capacityComesBack, TestNumber.FULL),
        ConformanceCheck.of(
            "a call does not begin after its deadline",
            PlacementChecks::tooLate,
            TestNumber.ANSWERS),
        repetition(TestNumber.ANSWERS),
        repetition(TestNumber.NO_ANSWER),
        repetition(TestNumber.UNROUTABLE),
        repetition(TestNumber.FULL),
        ConformanceCheck.of(
            "a call whose reply is lost is found, dialed once",
            PlacementChecks::lostAnswer,
            TestNumber.LOST_ANSWER));
  }

  private static ConformanceCheck refusal(TestNumber number, RefusalReason code) {
    return ConformanceCheck.of(
        "a number " + number.meaning() + " is never dialed",
        run -> refused(run, number, code),
        number);
  }

  private static void refused(CheckRun run, TestNumber number, RefusalReason code) {
    PlaceCall call = run.calls().call(number);
    PlaceResult result = run.await(run.gateway().place(call));
    if (!(result instanceof PlaceResult.Refused refused)) {
      throw new CheckFailedException("placing answers", "Refused with " + code, result);
    }
    unlessEqual(refused.code(), code, "it is refused as");
    unless(
        code != RefusalReason.CAPACITY || refused.retryAfter() != null,
        "its retry_after is",
        "a duration",
        "none");
    run.notFound(call.attemptId());
    unlessEqual(
        run.await(run.gateway().cancel(call.attemptId(), null)),
        CancelResult.NOT_FOUND,
        "a cancel answers");
    unlessEqual(run.events().of(call.attemptId()), List.of(), "its events are");
  }

  private static void capacityComesBack(CheckRun run) {
    run.await(run.gateway().place(run.calls().call(TestNumber.FULL)));
    run.await(run.gateway().place(run.calls().call(TestNumber.FULL)));
    run.taken(run.calls().call(TestNumber.FULL));
  }

  private static void tooLate(CheckRun run) {
    unlessEqual(
        run.await(run.gateway().place(run.calls().late(TestNumber.ANSWERS))),
        new PlaceResult.Refused(RefusalReason.TOO_LATE, null),
        "placing answers");
  }

  private static ConformanceCheck repetition(TestNumber number) {
    return ConformanceCheck.of(
            "a repeated attempt gets the same reply and is dialed once: a number "
                + number.meaning(),
            run -> repeated(run, number),
            number)
        .needing(RequiredCapability.IDEMPOTENT_PLACING);
  }

  private static void repeated(CheckRun run, TestNumber number) {
    PlaceCall call = run.calls().call(number);
    List<CompletableFuture<PlaceResult>> requests =
        IntStream.range(0, TIMES)
            .mapToObj(time -> run.gateway().place(call).toCompletableFuture())
            .toList();
    Set<PlaceResult> results = requests.stream().map(run::await).collect(Collectors.toSet());
    unless(results.size() == 1, "placing ten times results", "the same each time", results);
    if (results.iterator().next() instanceof PlaceResult.Accepted) {
      run.end(call);
      unlessEqual(CheckRun.ends(run.found(call).events()), 1L, "ends of the call");
    }
  }

  private static void lostAnswer(CheckRun run) {
    PlaceCall call = run.calls().call(TestNumber.LOST_ANSWER);
    PlaceResult result = run.await(run.impatientGateway().place(call));
    unless(result instanceof PlaceResult.Unknown, "placing answers", "nothing in time", result);
    run.found(call);
    run.end(call);
    unlessEqual(CheckRun.ends(run.found(call).events()), 1L, "ends of the call");
  }
}
