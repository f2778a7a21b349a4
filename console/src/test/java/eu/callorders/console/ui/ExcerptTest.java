package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.console.api.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExcerptTest {
  private static final int QUOTES = 2;

  private static TextNode json(String text) {
    return TextNode.valueOf(text);
  }

  @Test
  void isCompleteUpToMaxLength() {
    String fits = "a".repeat(Excerpt.MAX_LENGTH - QUOTES);
    assertThat(Excerpt.of(json(fits))).isEqualTo(new Excerpt("\"" + fits + "\"", true));
    assertThat(Excerpt.of(json(fits + "a"))).isEqualTo(new Excerpt("\"" + fits + "a", false));
    assertThat(Excerpt.of(MissingNode.getInstance())).isEqualTo(new Excerpt("", true));
  }

  @Test
  void endsAfterACompleteLine() {
    ArrayNode rows = Json.object().putArray("rows");
    for (int row = 0; row < Excerpt.MAX_LENGTH / 10; row++) {
      rows.addObject().put("row", row);
    }
    Excerpt excerpt = Excerpt.of(rows);
    assertThat(excerpt.isComplete()).isFalse();
    assertThat(Json.pretty(rows)).startsWith(excerpt.text());
    assertThat(excerpt.text())
        .endsWith("\n")
        .hasSizeBetween(Excerpt.MAX_LENGTH - 80, Excerpt.MAX_LENGTH);
  }

  @Test
  void endsWithinALineThatIsVeryLong() {
    ObjectNode order = Json.object().put("id", "ord_1").put("text", "b".repeat(Excerpt.MAX_LENGTH));
    assertThat(Excerpt.of(order).text())
        .hasSize(Excerpt.MAX_LENGTH)
        .startsWith("{\n")
        .endsWith("bb");
  }

  @Test
  void generatesNoMoreThanRequested() {
    ArrayNode words = Json.object().putArray("words");
    for (int word = 0; word < Excerpt.MAX_LENGTH; word++) {
      words.add("word");
    }
    assertThat(Json.pretty(words, 10_000)).hasSize(10_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a"})
  void splitsNoSurrogatePair(String before) {
    String faces = before + "\ud83d\ude00".repeat(Excerpt.MAX_LENGTH);
    String text = Excerpt.of(json(faces)).text();
    assertThat(Character.isHighSurrogate(text.charAt(text.length() - 1))).isFalse();
    assertThat(text).hasSizeBetween(Excerpt.MAX_LENGTH - 1, Excerpt.MAX_LENGTH);
  }
}
