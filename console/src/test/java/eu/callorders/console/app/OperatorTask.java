package eu.callorders.console.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A task of an operator's day, as docs/CONSOLE.md names it. */
enum OperatorTask {
  WAIT_REASON("see why an order waits"),
  DO_NOT_CALL("put a person onto the do-not-call list"),
  CANCEL("cancel an order with a reason"),
  CANCEL_TEN("cancel ten orders at once"),
  DO_NOT_CALL_TEN("put ten persons onto the do-not-call list"),
  PERSON_ORDERS("see all orders of a person"),
  TRANSCRIPT("read what was said"),
  REPLAY("find a failing webhook and replay"),
  RESEND("resend one delivery"),
  RESEND_TEN("resend ten deliveries at once"),
  HALT_TENANT("halt the dialing of the tenant"),
  HALT("halt everything"),
  SANDBOX_ORDER("create a sandbox order by a magic number"),
  IMPORT("import a hundred orders"),
  ADVANCE("advance the test clock"),
  LIVE_EVENTS("watch live events"),
  EXPORT("export the list as it is shown"),
  EDIT_CONFLICT("change an order that another user changes"),
  EDIT_SEQUENCE("edit a sequence and see its calendar"),
  REVOKE("revoke a registration"),
  ALERT("go from an alert to its cause"),
  FIND_BY_NAME("find a person's orders by three letters of the name"),
  FIND_BY_NUMBER("find a person's orders by four digits of the number"),
  SEND_SIGNAL("send a signal"),
  HOLD_CLAIM("put a hold on a claim"),
  EVIDENCE("look at a call's evidence"),
  GRANT_READING("give a colleague reading access");

  /** Clicks and keys of a task. */
  record Effort(int clicks, int keys) {
    int sum() {
      return clicks + keys;
    }
  }

  private static final Pattern ROW =
      Pattern.compile("\\| ([^|]+) \\| ([0-9]+) \\| ([0-9]+) \\| [^|]* ?\\|");

  private final String title;

  OperatorTask(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** The table of the document, by the names of the tasks. */
  static Map<String, Effort> documented() {
    try {
      Map<String, Effort> table = new LinkedHashMap<>();
      for (String line : Files.readAllLines(Path.of("..", "docs", "CONSOLE.md"))) {
        ROW.matcher(line)
            .results()
            .forEach(row -> table.put(row.group(1), new Effort(number(row, 2), number(row, 3))));
      }
      return table;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static int number(MatchResult row, int group) {
    return Integer.parseInt(row.group(group));
  }

  @Override
  public String toString() {
    return title;
  }
}
