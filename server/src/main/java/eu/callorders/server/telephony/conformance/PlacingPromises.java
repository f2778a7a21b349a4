package eu.callorders.server.telephony.conformance;

import static eu.callorders.server.telephony.conformance.BrokenPromise.unless;
import static eu.callorders.server.telephony.conformance.BrokenPromise.unlessEqual;

import eu.callorders.core.telephony.CancelAnswer;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceAnswer.Refusal;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.telephony.conformance.Promise.Need;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A call is dialled once, or proven not to be. */
final class PlacingPromises {
  private static final int TIMES = 10;

  private PlacingPromises() {}

  static List<Promise> all() {
    return List.of(
        refusal(Role.UNROUTABLE, Refusal.UNROUTABLE),
        refusal(Role.BARRED, Refusal.DO_NOT_CALL),
        refusal(Role.FULL, Refusal.CAPACITY),
        Promise.of("capacity comes back", PlacingPromises::capacityComesBack, Role.FULL),
        Promise.of("a call is not begun after its time", PlacingPromises::tooLate, Role.ANSWERS),
        repetition(Role.ANSWERS),
        repetition(Role.NO_ANSWER),
        repetition(Role.UNROUTABLE),
        repetition(Role.FULL),
        Promise.of(
            "a call whose answer is lost is found, dialled once",
            PlacingPromises::lostAnswer,
            Role.LOST_ANSWER));
  }

  private static Promise refusal(Role role, Refusal code) {
    return Promise.of(
        "a number " + role.meaning() + " is never dialled",
        trial -> refused(trial, role, code),
        role);
  }

  private static void refused(Trial trial, Role role, Refusal code) {
    PlaceCall call = trial.calls().call(role);
    PlaceAnswer answer = trial.await(trial.gateway().place(call));
    if (!(answer instanceof PlaceAnswer.Refused refused)) {
      throw new BrokenPromise("placing answers", "Refused with " + code, answer);
    }
    unlessEqual(refused.code(), code, "it is refused as");
    unless(
        code != Refusal.CAPACITY || refused.retryAfter() != null,
        "its retry_after is",
        "a duration",
        "none");
    trial.notFound(call.attemptId());
    unlessEqual(
        trial.await(trial.gateway().cancel(call.attemptId(), null)),
        CancelAnswer.NOT_FOUND,
        "a cancel answers");
    unlessEqual(trial.events().of(call.attemptId()), List.of(), "its events are");
  }

  private static void capacityComesBack(Trial trial) {
    trial.await(trial.gateway().place(trial.calls().call(Role.FULL)));
    trial.await(trial.gateway().place(trial.calls().call(Role.FULL)));
    trial.taken(trial.calls().call(Role.FULL));
  }

  private static void tooLate(Trial trial) {
    unlessEqual(
        trial.await(trial.gateway().place(trial.calls().late(Role.ANSWERS))),
        new PlaceAnswer.Refused(Refusal.TOO_LATE, null),
        "placing answers");
  }

  private static Promise repetition(Role role) {
    return Promise.of(
            "the same attempt is answered alike and dialled once: a number " + role.meaning(),
            trial -> repeated(trial, role),
            role)
        .needing(Need.IDEMPOTENT_PLACING);
  }

  private static void repeated(Trial trial, Role role) {
    PlaceCall call = trial.calls().call(role);
    List<CompletableFuture<PlaceAnswer>> asked =
        IntStream.range(0, TIMES)
            .mapToObj(time -> trial.gateway().place(call).toCompletableFuture())
            .toList();
    Set<PlaceAnswer> answers = asked.stream().map(trial::await).collect(Collectors.toSet());
    unless(answers.size() == 1, "placing ten times answers", "the same each time", answers);
    if (answers.iterator().next() instanceof PlaceAnswer.Accepted) {
      trial.end(call);
      unlessEqual(Trial.ends(trial.found(call).events()), 1L, "ends of the call");
    }
  }

  private static void lostAnswer(Trial trial) {
    PlaceCall call = trial.calls().call(Role.LOST_ANSWER);
    PlaceAnswer answer = trial.await(trial.impatientGateway().place(call));
    unless(answer instanceof PlaceAnswer.Unknown, "placing answers", "nothing in time", answer);
    trial.found(call);
    trial.end(call);
    unlessEqual(Trial.ends(trial.found(call).events()), 1L, "ends of the call");
  }
}
