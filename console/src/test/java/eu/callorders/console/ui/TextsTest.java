package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextsTest {
  private static final Path RESOURCES = Path.of("src", "main", "resources");

  static Stream<Path> bundles() throws IOException {
    return Files.walk(RESOURCES).filter(file -> file.endsWith("texts.properties"));
  }

  private static Map<String, String> read(Path file) {
    Properties texts = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      texts.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> sorted = new TreeMap<>();
    texts.forEach((key, text) -> sorted.put((String) key, (String) text));
    return sorted;
  }

  @ParameterizedTest
  @MethodSource("bundles")
  void hasTheSameKeysInBothLanguages(Path english) {
    Map<String, String> german = read(english.resolveSibling("texts_de.properties"));
    assertThat(german.keySet()).isEqualTo(read(english).keySet());
    assertThat(german.values()).noneMatch(String::isBlank);
  }

  /** Registries that several packages translate. */
  private static final Pattern SHARED =
      Pattern.compile(
          "(order_)?(status|environment|disposition|summary_code|reachability)\\.([a-z_]+)");

  @ParameterizedTest
  @ValueSource(strings = {"texts.properties", "texts_de.properties"})
  void translatesSharedValuesConsistently(String language) throws IOException {
    Map<String, String> words = new TreeMap<>();
    for (Path english : bundles().toList()) {
      Path file = english.resolveSibling(language);
      read(file)
          .forEach(
              (key, word) -> {
                Matcher value = SHARED.matcher(key);
                if (value.matches()) {
                  String thing = value.group(2) + "." + value.group(3);
                  assertThat(words.getOrDefault(thing, word))
                      .as(thing + " " + file)
                      .isEqualTo(word);
                  words.put(thing, word);
                }
              });
    }
    assertThat(words).containsKeys("status.completed", "environment.live");
  }

  @Test
  void fallsBackToEnglishAndToTheCommonTexts() {
    Texts french = Texts.of(TextsTest.class, Locale.FRENCH);
    assertThat(french.get("retry")).isEqualTo("Try again");
    assertThat(Texts.of(TextsTest.class, Locale.GERMAN).get("retry")).isEqualTo("Erneut versuchen");
  }

  @Test
  void showsUnknownValuesUnchanged() {
    Texts texts = Texts.of(TextsTest.class, Locale.ENGLISH);
    assertThat(texts.value("status", "on_the_moon")).isEqualTo("on the moon");
  }
}
