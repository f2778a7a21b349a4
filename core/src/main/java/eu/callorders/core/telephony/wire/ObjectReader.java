package eu.callorders.core.telephony.wire;

import eu.callorders.core.id.IdKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the members of one object by name. A missing required, null or invalid member is a {@link
 * MalformedDocumentException}; unknown members are ignored.
 */
final class ObjectReader {
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private final Map<?, ?> object;
  private final String pointer;

  private ObjectReader(Map<?, ?> object, String pointer) {
    this.object = object;
    this.pointer = pointer;
  }

  static ObjectReader of(@Nullable Object tree) {
    return of(tree, "");
  }

  static ObjectReader of(@Nullable Object tree, String pointer) {
    return new ObjectReader(ValueReader.object(tree, pointer), pointer);
  }

  /** The protocol omits members without a value, hence null is an error. */
  boolean has(String name) {
    if (object.get(name) == null && object.containsKey(name)) {
      throw fault(name, "is null");
    }
    return object.containsKey(name);
  }

  boolean hasAny(List<String> names) {
    return names.stream().anyMatch(this::has);
  }

  MalformedDocumentException fault(String name, String message) {
    return new MalformedDocumentException(pointerTo(name), message);
  }

  /** A string of 1 to {@code maxLength} characters that the database can store unchanged. */
  String text(String name, int maxLength) {
    String text = bounded(name, maxLength);
    if (!StorableText.isStorable(text)) {
      throw fault(name, "has U+0000 or an unpaired surrogate");
    }
    return text;
  }

  /** As {@link #text}, with U+FFFD for characters that the database cannot store. */
  String sanitizedText(String name, int maxLength) {
    return StorableText.sanitize(bounded(name, maxLength));
  }

  private String bounded(String name, int maxLength) {
    String text = ValueReader.text(required(name), pointerTo(name));
    if (text.isEmpty() || text.codePointCount(0, text.length()) > maxLength) {
      throw fault(name, "is not of 1 to " + maxLength + " characters");
    }
    return text;
  }

  @Nullable String optionalText(String name, int maxLength) {
    return has(name) ? text(name, maxLength) : null;
  }

  String matching(String name, Pattern pattern, String expected) {
    String text = ValueReader.text(required(name), pointerTo(name));
    if (!pattern.matcher(text).matches()) {
      throw fault(name, "is not " + expected);
    }
    return text;
  }

  long integer(String name, long min, long max) {
    long number = ValueReader.integer(required(name), pointerTo(name));
    if (number < min || number > max) {
      throw fault(name, "is not from " + min + " to " + max);
    }
    return number;
  }

  /** Validates an optional member whose value is not used. */
  void checkInteger(String name, long min, long max) {
    if (has(name)) {
      integer(name, min, max);
    }
  }

  int smallInteger(String name, int min, int max) {
    return (int) integer(name, min, max);
  }

  Duration milliseconds(String name, Duration max) {
    return Duration.ofMillis(integer(name, 0, max.toMillis()));
  }

  boolean bool(String name) {
    if (required(name) instanceof Boolean bool) {
      return bool;
    }
    throw fault(name, "is no boolean");
  }

  Instant instant(String name) {
    return Rfc3339Timestamps.read(
        ValueReader.text(required(name), pointerTo(name)), pointerTo(name));
  }

  @Nullable Instant optionalInstant(String name) {
    return has(name) ? instant(name) : null;
  }

  UUID id(String name, IdKind kind) {
    return kind.parse(ValueReader.text(required(name), pointerTo(name)))
        .orElseThrow(() -> fault(name, "is no public identifier of its kind"));
  }

  UUID uuid(String name) {
    return UUID.fromString(matching(name, UUID_TEXT, "a UUID in lower case"));
  }

  <E extends Enum<E>> E oneOf(String name, Class<E> values, Function<E, String> wire) {
    return WireEnums.read(required(name), pointerTo(name), values, wire);
  }

  ObjectReader object(String name) {
    return of(required(name), pointerTo(name));
  }

  @Nullable ObjectReader optionalObject(String name) {
    return has(name) ? object(name) : null;
  }

  Map<String, Object> freeForm(String name) {
    return ValueReader.freeForm(required(name), pointerTo(name));
  }

  /** An array, each item read with its pointer. */
  <T> List<T> array(String name, int maxItems, ItemReader<T> item) {
    return items(required(name), pointerTo(name), maxItems, item);
  }

  static <T> List<T> items(
      @Nullable Object tree, String pointer, int maxItems, ItemReader<T> item) {
    List<T> read = new ArrayList<>();
    for (Object each : ValueReader.array(tree, maxItems, pointer)) {
      read.add(item.read(each, ValueReader.pointerTo(pointer, read.size())));
    }
    return List.copyOf(read);
  }

  interface ItemReader<T> {
    T read(@Nullable Object tree, String pointer);
  }

  private Object required(String name) {
    Object value = object.get(name);
    if (value == null) {
      throw fault(name, "is missing");
    }
    return value;
  }

  private String pointerTo(String name) {
    return ValueReader.pointerTo(pointer, name);
  }
}
