package eu.callorders.core.telephony.wire;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Enumerations in their wire spelling. */
final class Words {
  private Words() {}

  /** The spelling of constants that have none of their own. */
  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  static <E extends Enum<E>> E read(
      @Nullable Object tree, String pointer, Class<E> values, Function<E, String> wire) {
    String text = Tree.text(tree, pointer);
    return Arrays.stream(values.getEnumConstants())
        .filter(value -> wire.apply(value).equals(text))
        .findFirst()
        .orElseThrow(() -> new MalformedDocument(pointer, "is none of its values"));
  }
}
