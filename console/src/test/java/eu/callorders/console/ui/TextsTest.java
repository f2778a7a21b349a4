package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextsTest {
  private static final Path RESOURCES = Path.of("src", "main", "resources");
  private static final Path CONSOLE = Path.of("..", "docs", "CONSOLE.md");
  private static final int UNICODE = Pattern.UNICODE_CHARACTER_CLASS;

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

  /** A prompt with words of its own, such as "No limit", is not taken for a value. */
  private static final Pattern WORDS = Pattern.compile("\\p{Lu}\\p{Ll}*([ ,;:].*)?");

  @ParameterizedTest
  @CsvSource({
    "texts.properties, 'e.g. ', 'Default: '",
    "texts_de.properties, 'z. B. ', 'Standard: '"
  })
  void tellsPromptsFromEnteredValues(String language, String example, String usual)
      throws IOException {
    List<String> prompts =
        bundles()
            .flatMap(english -> read(english.resolveSibling(language)).entrySet().stream())
            .filter(text -> text.getKey().endsWith(".prompt"))
            .map(Map.Entry::getValue)
            .toList();
    assertThat(prompts)
        .hasSizeGreaterThan(30)
        .allMatch(
            text ->
                text.startsWith(example)
                    || text.startsWith(usual)
                    || WORDS.matcher(text).matches());
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

  @ParameterizedTest
  @CsvSource({"texts.properties, 3", "texts_de.properties, 4"})
  void usesTheWordsOfTheDictionary(String language, int column) throws IOException {
    List<Pattern> excluded = excludedWords(column);
    assertThat(excluded).hasSizeGreaterThan(30);
    List<String> violations = new ArrayList<>();
    for (Path english : bundles().toList()) {
      Path file = english.resolveSibling(language);
      read(file)
          .forEach(
              (key, text) ->
                  excluded.stream()
                      .filter(word -> word.matcher(text).find())
                      .forEach(word -> violations.add(file + " " + key + "=" + text)));
    }
    assertThat(violations).isEmpty();
  }

  /** Of the table in section "Words": concept, English, German, not in English, not in German. */
  private static List<Pattern> excludedWords(int column) throws IOException {
    String section = Files.readString(CONSOLE).split("\n## Words\n")[1].split("\n## ")[0];
    List<String> rows = section.lines().filter(line -> line.startsWith("|")).skip(2).toList();
    assertThat(rows).hasSizeGreaterThan(40);
    return rows.stream()
        .map(row -> row.split("\\|", -1))
        .peek(cells -> assertThat(cells).as(cells[1]).hasSize(7))
        .flatMap(cells -> Stream.of(cells[column + 1].split(",")))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .map(TextsTest::excludedWord)
        .toList();
  }

  /** A final hyphen stands for any ending, a lower-case initial for both cases. */
  private static Pattern excludedWord(String word) {
    boolean isStem = word.endsWith("-");
    String whole = isStem ? word.substring(0, word.length() - 1) : word;
    String initial = whole.substring(0, 1);
    String either = "[" + initial + initial.toUpperCase(Locale.ROOT) + "]";
    String rest = Pattern.quote(whole.substring(1));
    return Pattern.compile("(?<![\\w-])" + either + rest + (isStem ? "" : "(?![\\w-])"), UNICODE);
  }

  @ParameterizedTest
  @CsvSource({
    "wiederhol-, Wird wiederholt., true",
    "wiederhol-, Wiederholen…, true",
    "Leeren, mit einem leeren Formular, false",
    "Leeren, Leeren, true",
    "ID, Client-ID oder Geheimnis, false",
    "wählen, auswählen, false"
  })
  void findsExcludedWords(String word, String text, boolean found) {
    assertThat(excludedWord(word).matcher(text).find()).isEqualTo(found);
  }

  @Test
  void fallsBackToEnglishAndToTheCommonTexts() {
    Texts french = Texts.of(TextsTest.class, Locale.FRENCH);
    assertThat(french.get("retry")).isEqualTo("Try again");
    assertThat(Texts.of(TextsTest.class, Locale.GERMAN).get("retry")).isEqualTo("Erneut versuchen");
  }

  @ParameterizedTest
  @CsvSource({"fr-FR, en", "de-AT, de-AT", "en-GB, en-GB"})
  void speaksEnglishWithToolkitAndDatesOnASystemOfAThirdLanguage(String system, String language) {
    Locale before = Locale.getDefault();
    Locale display = Locale.getDefault(Locale.Category.DISPLAY);
    Locale format = Locale.getDefault(Locale.Category.FORMAT);
    try {
      Locale.setDefault(Locale.forLanguageTag(system));
      Texts.chooseLanguage();
      assertThat(Locale.getDefault().toLanguageTag()).isEqualTo(language);
      assertThat(Locale.getDefault(Locale.Category.FORMAT).toLanguageTag()).isEqualTo(language);
    } finally {
      Locale.setDefault(before);
      Locale.setDefault(Locale.Category.DISPLAY, display);
      Locale.setDefault(Locale.Category.FORMAT, format);
    }
  }

  @Test
  void showsUnknownValuesUnchanged() {
    Texts texts = Texts.of(TextsTest.class, Locale.ENGLISH);
    assertThat(texts.value("status", "on_the_moon")).isEqualTo("on the moon");
  }
}
