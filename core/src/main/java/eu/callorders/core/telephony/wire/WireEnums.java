package eu.callorders.core.telephony.wire;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Enum constants in wire format. */
final class WireEnums {
  private WireEnums() {}

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E>> E read(
      @Nullable Object tree, String pointer, Class<E> values, Function<E, String> wire) {
    String text = ValueReader.text(tree, pointer);
    return Arrays.stream(values.getEnumConstants())
        .filter(value -> wire.apply(value).equals(text))
        .findFirst()
        .orElseThrow(() -> new MalformedDocumentException(pointer, "is none of its values"));
  }
}
