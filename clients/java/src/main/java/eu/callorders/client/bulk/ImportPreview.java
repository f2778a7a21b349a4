package eu.callorders.client.bulk;

import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * What would become of the rows that would be sent, each judged alone.
 *
 * @param verdicts rows by verdict: {@code refused}, {@code ready}, {@code deferred}, {@code held},
 *     and others of later versions
 * @param reasons of all verdicts but {@code ready}, the most frequent first
 * @param days rows by the day of their first call, in the time zone of the person; in their order
 */
public record ImportPreview(
    Map<String, Integer> verdicts, List<Reason> reasons, Map<LocalDate, Integer> days) {

  /**
   * Why rows are not called at once.
   *
   * @param code of the problem of a refusal, else the rule that decides
   * @param rows that have it
   * @param firstRow one of them
   * @param message of that row
   */
  public record Reason(String verdict, String code, int rows, int firstRow, String message) {
    Reason oneMore() {
      return new Reason(verdict, code, rows + 1, firstRow, message);
    }
  }

  public int refused() {
    return verdicts.getOrDefault("refused", 0);
  }
}
