package eu.callorders.server.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.gatewaykit.conformance.ConformanceCheck.Result;
import eu.callorders.server.json.Json;
import java.io.PrintWriter;

/** Prints the results of {@code gateway test}: each check as it ends, or all as JSON. */
final class GatewayTestReport {
  private final PrintWriter out;
  private final boolean isJson;
  private final ArrayNode checks = Json.array();
  private int passed;
  private int failed;
  private int skipped;

  GatewayTestReport(PrintWriter out, boolean isJson) {
    this.out = out;
    this.isJson = isJson;
  }

  void add(String name, Result result) {
    ObjectNode check = checks.addObject().put("name", name);
    switch (result) {
      case Result.Passed _ -> {
        passed++;
        check.put("result", "passed");
        line("passed   " + name);
      }
      case Result.Failed failure -> {
        failed++;
        check.put("result", "failed");
        add(check, failure);
        line("FAILED   " + name);
        line("         dialed: " + dialed(failure));
        line("         checked: " + failure.what());
        line("         expected: " + failure.expected());
        line("         came: " + failure.actual());
      }
      case Result.Skipped(String why) -> {
        skipped++;
        check.put("result", "skipped").put("reason", why);
        line("skipped  " + name + ": " + why);
      }
    }
    out.flush();
  }

  private static void add(ObjectNode check, Result.Failed failure) {
    failure.numbers().forEach(check.putArray("dialed")::add);
    check
        .put("checked", failure.what())
        .put("expected", failure.expected())
        .put("came", failure.actual());
  }

  private static String dialed(Result.Failed failure) {
    return failure.numbers().isEmpty() ? "nothing" : String.join(", ", failure.numbers());
  }

  private void line(String text) {
    if (!isJson) {
      out.println(text);
    }
  }

  /** Prints the totals; true when no check failed. */
  boolean finish() {
    line("%d passed, %d failed, %d skipped".formatted(passed, failed, skipped));
    if (isJson) {
      ObjectNode all =
          Json.object().put("passed", passed).put("failed", failed).put("skipped", skipped);
      out.println(all.<ObjectNode>set("checks", checks).toPrettyString());
    }
    out.flush();
    return failed == 0;
  }
}
