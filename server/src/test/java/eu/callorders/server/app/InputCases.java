package eu.callorders.server.app;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** Changes to a valid order, each with the fault that it must have. */
abstract class InputCases {
  /**
   * A change to a valid order and the expected fault.
   *
   * @param fault pointer and code; null when accepted
   */
  record Case(String name, Consumer<OrderBody> change, String fault) {
    @Override
    public String toString() {
      return name + (fault == null ? " is taken" : " is " + fault);
    }
  }

  private final List<Case> added = new ArrayList<>();

  final void json(String pointer, String value, String fault) {
    String shown = value.length() > 60 ? value.length() + " characters" : value;
    added.add(new Case(pointer + " = " + shown, order -> order.setJson(pointer, value), fault));
  }

  final void accepted(String pointer, String... values) {
    for (String value : values) {
      json(pointer, value, null);
    }
  }

  final void rejected(String pointer, String code, String... values) {
    for (String value : values) {
      json(pointer, value, pointer + " " + code);
    }
  }

  static String text(int length) {
    return "\"" + "x".repeat(length) + "\"";
  }

  /** Text of a length in code points outside the basic plane. */
  static String wide(int length) {
    return "\"" + "😀".repeat(length) + "\"";
  }

  final void atMost(String pointer, int max) {
    accepted(pointer, text(max), wide(max));
    rejected(pointer, "max_length", text(max + 1), wide(max + 1));
    rejected(pointer, "type", "7");
  }

  final void singleLine(String pointer) {
    rejected(pointer, "pattern", "\"a\\nb\"", "\"a\\u0000b\"", "\"a\\u007fb\"", "\"a\\u0085b\"");
  }

  static String list(String item, int times) {
    return "[" + String.join(", ", Collections.nCopies(times, item)) + "]";
  }

  final void required(String... pointers) {
    for (String pointer : pointers) {
      added.add(
          new Case("without " + pointer, order -> order.remove(pointer), pointer + " required"));
    }
  }

  final void unknown(String... holders) {
    for (String holder : holders) {
      String pointer = holder + "/surprise";
      json(pointer, "1", pointer + " unknown_member");
    }
  }

  /** All changes so far. */
  final List<Case> added() {
    return List.copyOf(added);
  }
}
