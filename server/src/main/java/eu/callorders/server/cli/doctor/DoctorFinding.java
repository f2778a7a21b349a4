package eu.callorders.server.cli.doctor;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.json.Json;
import java.util.Locale;

/**
 * What a check has found.
 *
 * @param check the checked part, such as {@code port 8080}
 * @param found the present state, with its consequence
 * @param remedy what to do; empty when nothing is to be done
 */
public record DoctorFinding(String check, Severity severity, String found, String remedy) {
  /** How bad it is. */
  public enum Severity {
    OK,
    /** Was not checked. */
    SKIPPED,
    SLOW,
    PROBLEM
  }

  static DoctorFinding ok(String check, String found) {
    return new DoctorFinding(check, Severity.OK, found, "");
  }

  static DoctorFinding skipped(String check, String reason, String remedy) {
    return new DoctorFinding(check, Severity.SKIPPED, reason, remedy);
  }

  static DoctorFinding problem(String check, String found, String remedy) {
    return new DoctorFinding(check, Severity.PROBLEM, found, remedy);
  }

  public boolean isProblem() {
    return severity == Severity.PROBLEM;
  }

  /** A line, and a second one with the remedy. */
  public String text() {
    String line = "%-8s %s: %s".formatted(severity, check, found);
    return remedy.isEmpty() ? line : line + "\n         " + remedy;
  }

  public ObjectNode json() {
    ObjectNode json =
        Json.object()
            .put("check", check)
            .put("severity", severity.name().toLowerCase(Locale.ROOT))
            .put("found", found);
    return remedy.isEmpty() ? json : json.put("remedy", remedy);
  }
}
