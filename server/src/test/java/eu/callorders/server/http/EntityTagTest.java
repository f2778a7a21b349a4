package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.contract.Contract;
import eu.callorders.server.contract.EcmaRegex;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EntityTagTest {
  static final EcmaRegex PATTERN =
      new EcmaRegex(
          Contract.load().document().at("/components/schemas/EntityTags/pattern").asText());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      textBlock =
          """
          "7"              | true  | true
          *                | true  | true
          "6", "7" ,"8"    | true  | true
          "6"              | true  | false
          "77"             | true  | false
          W/"7"            | true  | false
          "a,7"            | true  | false
          "6""7"           | false | true
          7                | false | false
          "7               | false | false
          "7",             | false | true
          *, "7"           | false | true
          """)
  void parsesIfMatch(String field, boolean wellFormed, boolean matches) {
    assertThat(PATTERN.matches(field)).isEqualTo(wellFormed);
    assertThat(EntityTag.matches(field, 7)).isEqualTo(matches);
    assertThat(EntityTag.of(7)).isEqualTo("\"7\"");
  }
}
