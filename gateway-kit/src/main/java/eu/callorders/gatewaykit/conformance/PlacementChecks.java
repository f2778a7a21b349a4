package eu.callorders.gatewaykit.conformance;

import static eu.callorders.gatewaykit.conformance.CheckFailedException.require;
import static eu.callorders.gatewaykit.conformance.CheckFailedException.requireEqual;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.gatewaykit.conformance.ConformanceCheck.RequiredCapability;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Checks that a call is dialed once, or provably not at all. */
final class PlacementChecks {
  private static final int REPETITIONS = 10;

  private PlacementChecks() {}

  static List<ConformanceCheck> all() {
    return List.of(
        refusal(TestNumber.UNROUTABLE, RefusalReason.UNROUTABLE),
        refusal(TestNumber.BARRED, RefusalReason.DO_NOT_CALL),
        refusal(TestNumber.FULL, RefusalReason.CAPACITY),
        ConformanceCheck.of(
            "capacity becomes free again", PlacementChecks::capacityIsFreed, TestNumber.FULL),
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
            PlacementChecks::lostReply,
            TestNumber.LOST_ANSWER));
  }

  private static ConformanceCheck refusal(TestNumber number, RefusalReason code) {
    return ConformanceCheck.of(
        "a number " + number.description() + " is never dialed",
        run -> refused(run, number, code),
        number);
  }

  private static void refused(CheckRun run, TestNumber number, RefusalReason code) {
    PlaceCall call = run.callFactory().call(number);
    PlaceResult result = run.await(run.gateway().place(call));
    if (!(result instanceof PlaceResult.Refused refused)) {
      throw new CheckFailedException("placing answers", "Refused with " + code, result);
    }
    requireEqual(refused.code(), code, "it is refused as");
    require(
        code != RefusalReason.CAPACITY || refused.retryAfter() != null,
        "its retry_after is",
        "a duration",
        "none");
    run.requireNotFound(call.attemptId());
    requireEqual(
        run.await(run.gateway().cancel(call.attemptId(), null)),
        CancelResult.NOT_FOUND,
        "a cancel answers");
    requireEqual(run.events().events(call.attemptId()), List.of(), "its events are");
  }

  private static void capacityIsFreed(CheckRun run) {
    run.await(run.gateway().place(run.callFactory().call(TestNumber.FULL)));
    run.await(run.gateway().place(run.callFactory().call(TestNumber.FULL)));
    run.place(run.callFactory().call(TestNumber.FULL));
  }

  private static void tooLate(CheckRun run) {
    requireEqual(
        run.await(run.gateway().place(run.callFactory().expired(TestNumber.ANSWERS))),
        new PlaceResult.Refused(RefusalReason.TOO_LATE, null),
        "placing answers");
  }

  private static ConformanceCheck repetition(TestNumber number) {
    return ConformanceCheck.of(
            "a repeated attempt gets the same reply and is dialed once: a number "
                + number.description(),
            run -> repeated(run, number),
            number)
        .requiring(RequiredCapability.IDEMPOTENT_PLACING);
  }

  private static void repeated(CheckRun run, TestNumber number) {
    PlaceCall call = run.callFactory().call(number);
    List<CompletableFuture<PlaceResult>> requests =
        IntStream.range(0, REPETITIONS)
            .mapToObj(time -> run.gateway().place(call).toCompletableFuture())
            .toList();
    Set<PlaceResult> results = requests.stream().map(run::await).collect(Collectors.toSet());
    require(results.size() == 1, "placing ten times results", "the same each time", results);
    if (results.iterator().next() instanceof PlaceResult.Accepted) {
      run.awaitEnd(call);
      requireEqual(CheckRun.countEnds(run.find(call).events()), 1L, "ends of the call");
    }
  }

  private static void lostReply(CheckRun run) {
    PlaceCall call = run.callFactory().call(TestNumber.LOST_ANSWER);
    PlaceResult result = run.await(run.shortTimeoutGateway().place(call));
    require(result instanceof PlaceResult.Unknown, "placing answers", "nothing in time", result);
    run.find(call);
    run.awaitEnd(call);
    requireEqual(CheckRun.countEnds(run.find(call).events()), 1L, "ends of the call");
  }
}
