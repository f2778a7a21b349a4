package eu.callorders.console.imports;

import eu.callorders.client.files.OrderFields;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The fields of an order by the names that columns of files usually have, in German or English. */
final class UsualHeaders {
  private static final Map<String, String> SPELLED_OUT =
      Map.of("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss");

  private final Map<String, Set<String>> namesByPath = read();

  private static Map<String, Set<String>> read() {
    Properties headers = new Properties();
    try (Reader file =
        new InputStreamReader(
            UsualHeaders.class.getResourceAsStream("usual-headers.properties"),
            StandardCharsets.UTF_8)) {
      headers.load(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return headers.stringPropertyNames().stream()
        .collect(Collectors.toMap(Function.identity(), path -> names(headers.getProperty(path))));
  }

  private static Set<String> names(String list) {
    return Arrays.stream(list.split("\\|"))
        .map(UsualHeaders::normalize)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Letters and digits only. */
  private static String normalize(String header) {
    String text = header.toLowerCase(Locale.ROOT);
    for (Map.Entry<String, String> letter : SPELLED_OUT.entrySet()) {
      text = text.replace(letter.getKey(), letter.getValue());
    }
    return text.replaceAll("[^\\p{L}\\p{N}]", "");
  }

  private static String ofFirstContact(String path) {
    return path.replaceFirst("^contacts\\.\\d", "contacts.0");
  }

  /** The paths of the fields that a column of that name may fill, in the order of the contract. */
  List<String> paths(String column) {
    String name = normalize(column);
    return OrderFields.paths().stream()
        .filter(path -> namesByPath.getOrDefault(ofFirstContact(path), Set.of()).contains(name))
        .toList();
  }
}
