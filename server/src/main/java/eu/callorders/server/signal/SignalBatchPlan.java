package eu.callorders.server.signal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The processing order of a batch, so that each signal sees the effects of earlier ones: a round
 * has each subject and key at most once.
 *
 * @param rounds signals to record, round by round
 * @param repetitions signals whose key is known or recorded by an earlier signal
 */
record SignalBatchPlan(List<List<NewSignal>> rounds, List<NewSignal> repetitions) {

  /**
   * Plans a batch. Skips signals with an unavailable lock, and all later ones with the same subject
   * or key.
   *
   * @param arrived in order of arrival
   * @param acquired names of the held locks
   * @param recordedKeys keys of recorded signals
   */
  static SignalBatchPlan of(
      List<NewSignal> arrived, Set<String> acquired, Set<SignalKey> recordedKeys) {
    List<List<NewSignal>> rounds = new ArrayList<>();
    List<NewSignal> repetitions = new ArrayList<>();
    Map<String, Integer> roundsBySubject = new HashMap<>();
    Set<SignalKey> recorded = new HashSet<>(recordedKeys);
    Set<Object> skipped = new HashSet<>();
    for (NewSignal signal : arrived) {
      SignalKey key = signal.key();
      String subjectLock = signal.subjectLock();
      boolean isKeyAvailable = acquired.contains(key.lock()) && !skipped.contains(key);
      if (isKeyAvailable && recorded.contains(key)) {
        repetitions.add(signal);
      } else if (isKeyAvailable
          && !skipped.contains(subjectLock)
          && acquired.containsAll(signal.locks())) {
        recorded.add(key);
        add(rounds, roundsBySubject.merge(subjectLock, 1, Integer::sum), signal);
      } else {
        skipped.add(key);
        skipped.add(subjectLock);
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
