package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Scope;
import eu.callorders.console.ui.Texts;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ScopePresetTest {
  private final Texts texts = Texts.of(ScopePreset.class);

  @Test
  void growsFromReadingToEverything() {
    assertThat(ScopePreset.READ_ONLY.value()).doesNotContain("write", "transcripts");
    assertThat(ScopePreset.ORDERS.value())
        .contains("orders:write")
        .doesNotContain("config:write", "transcripts");
    assertThat(ScopePreset.EVERYTHING.value().split(" "))
        .containsExactlyElementsOf(Section.SCOPES.choices());
    assertThat(ScopePreset.values())
        .allMatch(preset -> texts.bundle().containsKey("scopes.preset." + preset.key()));
  }

  @Test
  void saysWhatEachScopePermits() {
    assertThat(Arrays.stream(Scope.values()).map(Scope::wireName))
        .allMatch(scope -> texts.bundle().containsKey("scopes." + scope));
  }
}
