package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HtmlTextTest {
  @Test
  void escapesCssStrings() {
    assertThat(HtmlText.escapeCss("A1\"}\\</style>\n\u00fc\ud83d\ude00\ud800"))
        .isEqualTo("A1\\22 \\7d \\5c \\3c \\2f style\\3e \\a \\fc \\1f600 \\d800 ");
  }
}
