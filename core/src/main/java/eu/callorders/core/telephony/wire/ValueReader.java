package eu.callorders.core.telephony.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and validates values of a parsed JSON tree. */
final class ValueReader {
  private static final int MAX_DEPTH = 32;

  private ValueReader() {}

  static Map<?, ?> object(@Nullable Object tree, String pointer) {
    if (tree instanceof Map<?, ?> map) {
      return map;
    }
    throw new MalformedDocumentException(pointer, "is no object");
  }

  static List<?> array(@Nullable Object tree, int maxItems, String pointer) {
    if (!(tree instanceof List<?> list)) {
      throw new MalformedDocumentException(pointer, "is no array");
    }
    if (list.size() > maxItems) {
      throw new MalformedDocumentException(pointer, "has more than " + maxItems + " items");
    }
    return list;
  }

  static String text(@Nullable Object tree, String pointer) {
    if (tree instanceof String text) {
      return text;
    }
    throw new MalformedDocumentException(pointer, "is no string");
  }

  static long integer(@Nullable Object tree, String pointer) {
    try {
      return switch (tree) {
        case Integer number -> number;
        case Long number -> number;
        case BigInteger number -> number.longValueExact();
        case BigDecimal number when Math.abs((long) number.scale()) < 20 -> number.longValueExact();
        case Double number when Double.isFinite(number) ->
            BigDecimal.valueOf(number).longValueExact();
        case null, default -> throw new MalformedDocumentException(pointer, "is no integer");
      };
    } catch (ArithmeticException notExact) {
      throw new MalformedDocumentException(pointer, "is no integer of 64 bits");
    }
  }

  /** A copy of a free-form object: JSON values only, with texts that can be stored. */
  static Map<String, Object> freeForm(@Nullable Object tree, String pointer) {
    return freeForm(object(tree, pointer), pointer, 0);
  }

  private static Map<String, Object> freeForm(Map<?, ?> map, String pointer, int depth) {
    Map<String, Object> copy = new LinkedHashMap<>();
    map.forEach(
        (name, value) -> {
          if (!(name instanceof String member)) {
            throw new MalformedDocumentException(pointer, "has a member without a name");
          }
          copyInto(
              copy,
              StorableText.sanitize(member),
              freeFormValue(value, pointerTo(pointer, member), depth + 1));
        });
    return Collections.unmodifiableMap(copy);
  }

  // JSON null is a valid value here.
  @SuppressWarnings("NullAway")
  private static void copyInto(Map<String, Object> copy, String name, @Nullable Object value) {
    copy.put(name, value);
  }

  @SuppressWarnings("NullAway")
  private static @Nullable Object freeFormValue(@Nullable Object value, String pointer, int depth) {
    if (depth > MAX_DEPTH) {
      throw new MalformedDocumentException(pointer, "is nested too deeply");
    }
    return switch (value) {
      case null -> null;
      case String text -> StorableText.sanitize(text);
      case Boolean bool -> bool;
      case Integer number -> number;
      case Long number -> number;
      case BigInteger number -> number;
      case BigDecimal number -> number;
      case Double number when Double.isFinite(number) -> number;
      case Map<?, ?> map -> freeForm(map, pointer, depth);
      case List<?> list -> {
        List<@Nullable Object> copy = new ArrayList<>();
        for (Object item : list) {
          copy.add(freeFormValue(item, pointerTo(pointer, copy.size()), depth + 1));
        }
        yield Collections.unmodifiableList(copy);
      }
      default -> throw new MalformedDocumentException(pointer, "is no JSON value");
    };
  }

  static String pointerTo(String pointer, Object name) {
    return pointer + "/" + name.toString().replace("~", "~0").replace("/", "~1");
  }
}
