package eu.callorders.server.app;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Those of the scheduling of an order. */
record SchedulingCases(InputCases cases) {
  private static final String TIME = "2030-01-02T03:04:05Z";
  private static final String RANGE =
      "{\"days\": [\"mon\"], \"from\": \"09:00\", \"to\": \"10:00\"}";

  void addAll() {
    cases.accepted("/scheduling", "{}");
    cases.rejected("/scheduling", "type", "null", "[]");
    cases.accepted("/scheduling/max_attempts", "1", "10", "3.0");
    cases.rejected("/scheduling/max_attempts", "minimum", "0");
    cases.rejected("/scheduling/max_attempts", "maximum", "11");
    cases.rejected("/scheduling/max_attempts", "type", "\"3\"", "2.5", "null");
    cases.accepted("/scheduling/retry/min_gap_hours", "1", "168");
    cases.rejected("/scheduling/retry/min_gap_hours", "minimum", "0");
    cases.rejected("/scheduling/retry/min_gap_hours", "maximum", "169");
    cases.rejected("/scheduling/retry/randomize_within_window", "type", "0", "\"no\"");
    cases.rejected("/scheduling/on_window_violation", "enum", "\"ignore\"", "\"DEFER\"", "\"\"");
    for (String bound : List.of("/scheduling/window/not_before", "/scheduling/window/not_after")) {
      cases.accepted(bound, "\"" + TIME + "\"", "\"2030-01-02t03:04:05.123456789+14:00\"");
      cases.rejected(bound, "offset_missing", "\"2030-01-02T03:04:05\"", "\"2030-01-02T03:04\"");
      cases.rejected(bound, "format", "\"2030-01-02\"", "\"2030-02-30T00:00:00Z\"", "\"now\"");
      cases.rejected(bound, "format", "\"2030-01-02T24:00:00Z\"", "\"2030-01-02T03:04:05+25:00\"");
      cases.rejected(bound, "type", "1900000000");
    }
    cases.accepted("/scheduling/local_call_times", "[]", threeADay());
    cases.json(
        "/scheduling/local_call_times",
        "[{\"days\": [\"mon\"], \"from\": \"09:00\", \"to\": \"10:00\"},"
            + " {\"days\": [\"tue\", \"mon\"], \"from\": \"09:59\", \"to\": \"11:00\"}]",
        "/scheduling/local_call_times/1 inconsistent");
    cases.rejected("/scheduling/local_call_times", "max_items", InputCases.list(RANGE, 22));
    cases.rejected("/scheduling/local_call_times", "type", RANGE);
    range("{\"days\": [], \"from\": \"09:00\", \"to\": \"10:00\"}", "/days min_items");
    range(
        "{\"days\": [\"mon\", \"mon\"], \"from\": \"09:00\", \"to\": \"10:00\"}",
        "/days not_unique");
    range("{\"days\": [\"monday\"], \"from\": \"09:00\", \"to\": \"10:00\"}", "/days/0 enum");
    range("{\"days\": [\"mon\"], \"from\": \"9:00\", \"to\": \"10:00\"}", "/from pattern");
    range("{\"days\": [\"mon\"], \"from\": \"24:00\", \"to\": \"24:00\"}", "/from pattern");
    range("{\"days\": [\"mon\"], \"from\": \"09:00\", \"to\": \"24:01\"}", "/to pattern");
    range("{\"days\": [\"mon\"], \"from\": \"09:60\", \"to\": \"10:00\"}", "/from pattern");
    range("{\"days\": [\"mon\"], \"from\": \"09:00\"}", "/to required");
    range("{\"days\": [\"mon\"], \"from\": \"10:00\", \"to\": \"09:00\"}", " inconsistent");
    range("{\"days\": [\"mon\"], \"from\": \"10:00\", \"to\": \"10:00\"}", " inconsistent");
    range("{\"days\": [\"sun\"], \"from\": \"00:00\", \"to\": \"24:00\"}", null);
    cases.json(
        "/scheduling/window",
        "{\"not_before\": \"" + TIME + "\", \"not_after\": \"" + TIME + "\"}",
        "/scheduling/window inconsistent");
    cases.json(
        "/scheduling/window",
        "{\"not_before\": \"2030-01-02T00:00:00+01:00\","
            + " \"not_after\": \"2030-01-02T00:00:00.001+01:00\"}",
        null);
  }

  /** The maximum number of ranges, each starting where another ends. */
  private static String threeADay() {
    return Stream.of("mon", "tue", "wed", "thu", "fri", "sat", "sun")
        .flatMap(
            day ->
                Stream.of(
                        "\"00:00\", \"to\": \"08:00\"",
                        "\"08:00\", \"to\": \"16:00\"",
                        "\"16:00\", \"to\": \"24:00\"")
                    .map(times -> "{\"days\": [\"" + day + "\"], \"from\": " + times + "}"))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private void range(String value, String fault) {
    cases.json(
        "/scheduling/local_call_times",
        "[" + value + "]",
        fault == null ? null : "/scheduling/local_call_times/0" + fault);
  }
}
