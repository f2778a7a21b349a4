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

/** A call is dialled once, or proven not to be. */
final class PlacementChecks {
  private static final int TIMES = 10;

  private PlacementChecks() {}

  static List<ConformanceCheck> all() {
    return List.of(
        refusal(TestNumber.UNROUTABLE, RefusalReason.UNROUTABLE),
        refusal(TestNumber.BARRED, RefusalReason.DO_NOT_CALL),
        refusal(TestNumber.FULL, RefusalReason.CAPACITY),
        ConformanceCheck.of(
            "capacity comes back", PlacementChecks::capacityComesBack, TestNumber.FULL),
        ConformanceCheck.of(
            "a call is not begun after its time", PlacementChecks::tooLate, TestNumber.ANSWERS),
        repetition(TestNumber.ANSWERS),
        repetition(TestNumber.NO_ANSWER),
        repetition(TestNumber.UNROUTABLE),
        repetition(TestNumber.FULL),
        ConformanceCheck.of(
            "a call whose answer is lost is found, dialled once",
            PlacementChecks::lostAnswer,
            TestNumber.LOST_ANSWER));
  }

  private static ConformanceCheck refusal(TestNumber role, RefusalReason code) {
    return ConformanceCheck.of(
        "a number " + role.meaning() + " is never dialled",
        trial -> refused(trial, role, code),
        role);
  }

  private static void refused(CheckRun trial, TestNumber role, RefusalReason code) {
    PlaceCall call = trial.calls().call(role);
    PlaceResult answer = trial.await(trial.gateway().place(call));
    if (!(answer instanceof PlaceResult.Refused refused)) {
      throw new CheckFailedException("placing answers", "Refused with " + code, answer);
    }
    unlessEqual(refused.code(), code, "it is refused as");
    unless(
        code != RefusalReason.CAPACITY || refused.retryAfter() != null,
        "its retry_after is",
        "a duration",
        "none");
    trial.notFound(call.attemptId());
    unlessEqual(
        trial.await(trial.gateway().cancel(call.attemptId(), null)),
        CancelResult.NOT_FOUND,
        "a cancel answers");
    unlessEqual(trial.events().of(call.attemptId()), List.of(), "its events are");
  }

  private static void capacityComesBack(CheckRun trial) {
    trial.await(trial.gateway().place(trial.calls().call(TestNumber.FULL)));
    trial.await(trial.gateway().place(trial.calls().call(TestNumber.FULL)));
    trial.taken(trial.calls().call(TestNumber.FULL));
  }

  private static void tooLate(CheckRun trial) {
    unlessEqual(
        trial.await(trial.gateway().place(trial.calls().late(TestNumber.ANSWERS))),
        new PlaceResult.Refused(RefusalReason.TOO_LATE, null),
        "placing answers");
  }

  private static ConformanceCheck repetition(TestNumber role) {
    return ConformanceCheck.of(
            "the same attempt is answered alike and dialled once: a number " + role.meaning(),
            trial -> repeated(trial, role),
            role)
        .needing(RequiredCapability.IDEMPOTENT_PLACING);
  }

  private static void repeated(CheckRun trial, TestNumber role) {
    PlaceCall call = trial.calls().call(role);
    List<CompletableFuture<PlaceResult>> asked =
        IntStream.range(0, TIMES)
            .mapToObj(time -> trial.gateway().place(call).toCompletableFuture())
            .toList();
    Set<PlaceResult> answers = asked.stream().map(trial::await).collect(Collectors.toSet());
    unless(answers.size() == 1, "placing ten times answers", "the same each time", answers);
    if (answers.iterator().next() instanceof PlaceResult.Accepted) {
      trial.end(call);
      unlessEqual(CheckRun.ends(trial.found(call).events()), 1L, "ends of the call");
    }
  }

  private static void lostAnswer(CheckRun trial) {
    PlaceCall call = trial.calls().call(TestNumber.LOST_ANSWER);
    PlaceResult answer = trial.await(trial.impatientGateway().place(call));
    unless(answer instanceof PlaceResult.Unknown, "placing answers", "nothing in time", answer);
    trial.found(call);
    trial.end(call);
    unlessEqual(CheckRun.ends(trial.found(call).events()), 1L, "ends of the call");
  }
}
