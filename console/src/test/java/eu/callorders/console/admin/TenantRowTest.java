package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Json;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TenantRowTest {
  private final Locale language = Locale.getDefault();
  private final TenantRow row =
      new TenantRow(
          Json.parse("{\"quotas\":{\"max_open_orders\":1000000,\"max_dials_per_day\":null}}")
              .orElseThrow());

  @AfterEach
  void restoreLanguage() {
    Locale.setDefault(language);
  }

  @Test
  void separatesThousands() {
    Locale.setDefault(Locale.US);
    assertThat(row.quotaText("max_open_orders")).isEqualTo("1,000,000");
    Locale.setDefault(Locale.GERMANY);
    assertThat(row.quotaText("max_open_orders")).isEqualTo("1.000.000");
    assertThat(row.quota("max_open_orders")).isEqualTo("1000000");
  }

  @Test
  void showsNothingForNoLimit() {
    assertThat(row.quotaText("max_dials_per_day")).isEmpty();
    assertThat(row.quotaText("max_concurrent_calls")).isEmpty();
  }
}
