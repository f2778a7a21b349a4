package eu.callorders.core.window;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rules of all countries, with past and future versions. */
public final class CountryTable {
  /** Stands for every country without a rule of its own. */
  public static final String ELSEWHERE = "*";

  /** The first rule that has begun is valid. */
  private static final Comparator<CountryRule> NEWEST_FIRST =
      Comparator.comparingInt(CountryRule::version).reversed();

  private final List<CountryRule> rules;
  private final Map<String, List<CountryRule>> byCountry;

  /**
   * @param rules in any order; throws {@link IllegalArgumentException} if {@link #ELSEWHERE} is
   *     missing, or if two have the same country and version
   */
  public CountryTable(List<CountryRule> rules) {
    this.rules = List.copyOf(rules);
    Set<String> ids = new HashSet<>();
    for (CountryRule rule : rules) {
      if (!ids.add(rule.id())) {
        throw new IllegalArgumentException("row " + rule.id() + " is there twice");
      }
    }
    byCountry =
        rules.stream()
            .sorted(NEWEST_FIRST)
            .collect(Collectors.groupingBy(CountryRule::country, Collectors.toUnmodifiableList()));
    if (!byCountry.containsKey(ELSEWHERE)) {
      throw new IllegalArgumentException("there is no row for " + ELSEWHERE);
    }
  }

  public static CountryTable builtIn() {
    return new CountryTable(CountryTableParser.parse(resource("countries.txt")));
  }

  /**
   * This table with rules of a deployment: of their countries it keeps the versions below them.
   * Throws {@link IllegalArgumentException} if two of them have the same country and version.
   */
  public CountryTable overriddenBy(List<CountryRule> own) {
    Map<String, Integer> firstVersions =
        own.stream()
            .collect(Collectors.toMap(CountryRule::country, CountryRule::version, Math::min));
    Stream<CountryRule> kept =
        rules.stream()
            .filter(
                rule ->
                    rule.version() < firstVersions.getOrDefault(rule.country(), Integer.MAX_VALUE));
    return new CountryTable(Stream.concat(kept, own.stream()).toList());
  }

  public List<CountryRule> rules() {
    return rules;
  }

  /** The rule of the country with the highest version, which may not have begun. */
  public Optional<CountryRule> newest(String country) {
    return byCountry.getOrDefault(country, List.of()).stream().findFirst();
  }

  /** The rule that is valid on a local day: the newest one that has begun. */
  public CountryRule ruleFor(String country, LocalDate date) {
    for (CountryRule rule : byCountry.getOrDefault(country, List.of())) {
      if (!rule.validFrom().isAfter(date)) {
        return rule;
      }
    }
    List<CountryRule> elsewhere = Objects.requireNonNull(byCountry.get(ELSEWHERE));
    return elsewhere.stream()
        .filter(rule -> !rule.validFrom().isAfter(date))
        .findFirst()
        .orElseGet(elsewhere::getLast);
  }

  static String resource(String name) {
    try (InputStream in = CountryTable.class.getResourceAsStream("/window/" + name)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
