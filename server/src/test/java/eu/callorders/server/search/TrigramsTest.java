package eu.callorders.server.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which texts are the same for the search, and how much it asks the index for. */
class TrigramsTest {
  @ParameterizedTest
  @CsvSource({
    "Großmüller, GROSSMULLER",
    "Yılmaz, YILMAZ",
    "İpek, ipek",
    "Łukasz Wałęsa, lukasz walesa",
    "Sørensen, SORENSEN",
    "Đorđević, dordevic",
    "ΟΔΥΣΣΕΥΣ, Οδυσσευσα"
  })
  void normalizesSpellingsAlike(String name, String typed) {
    assertThat(Trigrams.normalize(typed)).startsWith(Trigrams.normalize(name));
  }

  /** U+FDFA decomposes into 18 characters. */
  @ParameterizedTest
  @ValueSource(strings = {"abcdefghijklmnopqrstuvwxyz0123456789", "a\uFDFAbcdefghijklmnopqrs"})
  void asksTheIndexForFewTrigramsOfLongQueries(String text) {
    assertThat(Trigrams.ofText(Trigrams.normalize(text)).distinct().count()).isGreaterThan(32);

    assertThat(SearchQuery.of(text).textCodes().count()).isEqualTo(32);
  }
}
