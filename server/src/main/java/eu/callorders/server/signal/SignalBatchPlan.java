package eu.callorders.server.signal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * In what order signals are worked that came in together, so that each finds what those before it
 * have done: a round holds no person and no key twice.
 *
 * @param rounds those to be recorded, one round after the other
 * @param repetitions those whose key is known, or is recorded by one before them
 */
record SignalBatchPlan(List<List<NewSignal>> rounds, List<NewSignal> repetitions) {

  /**
   * Sorts signals. Those for which somebody has to be waited for are left out, and with them
   * whatever comes after them for the same person or under the same key.
   *
   * @param arrived in the order of their arrival
   * @param taken names of the locks that are held
   * @param known keys under which a signal is recorded already
   */
  static SignalBatchPlan of(List<NewSignal> arrived, Set<String> taken, Set<SignalKey> known) {
    List<List<NewSignal>> rounds = new ArrayList<>();
    List<NewSignal> repetitions = new ArrayList<>();
    Map<String, Integer> roundsOfPerson = new HashMap<>();
    Set<SignalKey> recorded = new HashSet<>(known);
    Set<Object> leftOut = new HashSet<>();
    for (NewSignal signal : arrived) {
      SignalKey key = signal.key();
      String person = signal.personLock();
      boolean isMine = taken.contains(key.lock()) && !leftOut.contains(key);
      if (isMine && recorded.contains(key)) {
        repetitions.add(signal);
      } else if (isMine && !leftOut.contains(person) && taken.containsAll(signal.locks())) {
        recorded.add(key);
        add(rounds, roundsOfPerson.merge(person, 1, Integer::sum), signal);
      } else {
        leftOut.add(key);
        leftOut.add(person);
      }
    }
    return new SignalBatchPlan(rounds, repetitions);
  }

  private static void add(List<List<NewSignal>> rounds, int round, NewSignal signal) {
    if (rounds.size() < round) {
      rounds.add(new ArrayList<>());
    }
    rounds.get(round - 1).add(signal);
  }
}
