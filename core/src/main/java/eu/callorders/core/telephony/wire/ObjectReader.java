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
 * The members of one object, read by name. A required one that is missing, one that is null, and
 * any that is not what it should be, is a {@link MalformedDocumentException}; others are ignored.
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

  /** By the protocol a member without a value is absent, so that null is a fault. */
  boolean has(String name) {
    if (object.get(name) == null && object.containsKey(name)) {
      throw fault(name, "is null");
    }
    return object.containsKey(name);
  }

  boolean hasAny(List<String> names) {
    return names.stream().anyMatch(this::has);
  }

  MalformedDocumentException fault(String name, String what) {
    return new MalformedDocumentException(at(name), what);
  }

  /** A string of 1 to {@code longest} characters that the database can store as it is. */
  String text(String name, int longest) {
    String text = bounded(name, longest);
    if (!Storable.is(text)) {
      throw fault(name, "has U+0000 or an unpaired surrogate");
    }
    return text;
  }

  /** As {@link #text}, but what the database cannot store is replaced by U+FFFD. */
  String words(String name, int longest) {
    return Storable.of(bounded(name, longest));
  }

  private String bounded(String name, int longest) {
    String text = ValueReader.text(required(name), at(name));
    if (text.isEmpty() || text.codePointCount(0, text.length()) > longest) {
      throw fault(name, "is not of 1 to " + longest + " characters");
    }
    return text;
  }

  @Nullable String optionalText(String name, int longest) {
    return has(name) ? text(name, longest) : null;
  }

  String matching(String name, Pattern pattern, String what) {
    String text = ValueReader.text(required(name), at(name));
    if (!pattern.matcher(text).matches()) {
      throw fault(name, "is not " + what);
    }
    return text;
  }

  long integer(String name, long least, long most) {
    long number = ValueReader.integer(required(name), at(name));
    if (number < least || number > most) {
      throw fault(name, "is not from " + least + " to " + most);
    }
    return number;
  }

  /** Checks an optional member whose value is not used. */
  void checkInteger(String name, long least, long most) {
    if (has(name)) {
      integer(name, least, most);
    }
  }

  int smallInteger(String name, int least, int most) {
    return (int) integer(name, least, most);
  }

  Duration milliseconds(String name, Duration most) {
    return Duration.ofMillis(integer(name, 0, most.toMillis()));
  }

  boolean bool(String name) {
    if (required(name) instanceof Boolean bool) {
      return bool;
    }
    throw fault(name, "is no boolean");
  }

  Instant instant(String name) {
    return Rfc3339Timestamps.read(ValueReader.text(required(name), at(name)), at(name));
  }

  @Nullable Instant optionalInstant(String name) {
    return has(name) ? instant(name) : null;
  }

  UUID id(String name, IdKind kind) {
    return kind.parse(ValueReader.text(required(name), at(name)))
        .orElseThrow(() -> fault(name, "is no public identifier of its kind"));
  }

  UUID uuid(String name) {
    return UUID.fromString(matching(name, UUID_TEXT, "a UUID in lower case"));
  }

  /** One of an enumeration, by its wire spelling. */
  <E extends Enum<E>> E oneOf(String name, Class<E> values, Function<E, String> wire) {
    return WireEnums.read(required(name), at(name), values, wire);
  }

  ObjectReader object(String name) {
    return of(required(name), at(name));
  }

  @Nullable ObjectReader optionalObject(String name) {
    return has(name) ? object(name) : null;
  }

  Map<String, Object> free(String name) {
    return ValueReader.free(required(name), at(name));
  }

  /** An array, each item read with its pointer. */
  <T> List<T> array(String name, int most, Item<T> item) {
    return items(required(name), at(name), most, item);
  }

  static <T> List<T> items(@Nullable Object tree, String pointer, int most, Item<T> item) {
    List<T> read = new ArrayList<>();
    for (Object each : ValueReader.array(tree, most, pointer)) {
      read.add(item.read(each, ValueReader.member(pointer, read.size())));
    }
    return List.copyOf(read);
  }

  /** How an item of an array is read. */
  interface Item<T> {
    T read(@Nullable Object tree, String pointer);
  }

  private Object required(String name) {
    Object value = object.get(name);
    if (value == null) {
      throw fault(name, "is missing");
    }
    return value;
  }

  private String at(String name) {
    return ValueReader.member(pointer, name);
  }
}
