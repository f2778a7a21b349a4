package eu.callorders.simulator.scenario;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * All dialogues in one language, read from a text file: {@code [section]}, then {@code role: text}
 * per line, {@code #} for comments.
 */
final class DialogueBook {
  private static final Set<String> GERMAN_TAGS = Set.of("de", "deu", "ger");
  private static final DialogueBook GERMAN = read(Locale.GERMAN.getLanguage());
  private static final DialogueBook ENGLISH = read(Locale.ENGLISH.getLanguage());

  private final String language;
  private final Map<String, Dialogue> sections;

  private DialogueBook(String language, Map<String, Dialogue> sections) {
    this.language = language;
    this.sections = sections;
  }

  /** The book for a locale: German for German ones, English for all others. */
  static DialogueBook of(Locale locale) {
    return GERMAN_TAGS.contains(locale.getLanguage()) ? GERMAN : ENGLISH;
  }

  String language() {
    return language;
  }

  /** This language with the locale's country, for example {@code de-AT}. */
  Locale localeFor(Locale locale) {
    boolean sameLanguage = this == GERMAN || locale.getLanguage().equals(language);
    return Locale.of(language, sameLanguage ? locale.getCountry() : "");
  }

  /** Throws {@link IllegalStateException} if the section is missing. */
  Dialogue section(String name) {
    Dialogue section = sections.get(name);
    if (section == null) {
      throw new IllegalStateException("no dialogue " + name + " in " + language);
    }
    return section;
  }

  private static DialogueBook read(String language) {
    String file = language + ".txt";
    try (InputStream in = DialogueBook.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("dialogue file " + file + " is missing");
      }
      return new DialogueBook(
          language, parse(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Dialogue> parse(BufferedReader text) {
    Map<String, List<Dialogue.Line>> sections = new LinkedHashMap<>();
    List<Dialogue.Line> section = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.startsWith("[")) {
        section = new ArrayList<>();
        sections.put(line.substring(1, line.indexOf(']')), section);
      } else if (!line.isBlank() && !line.startsWith("#")) {
        int colon = line.indexOf(": ");
        section.add(new Dialogue.Line(line.substring(0, colon), line.substring(colon + 2)));
      }
    }
    Map<String, Dialogue> book = new LinkedHashMap<>();
    sections.forEach((name, lines) -> book.put(name, new Dialogue(lines)));
    return Map.copyOf(book);
  }
}
