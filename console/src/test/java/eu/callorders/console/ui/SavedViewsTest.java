package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.ui.SavedView.SortKey;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SavedViewsTest {
  private static final SavedView FAILED =
      new SavedView(
          Map.of("status", "failed", "from", "2026-11-20"), List.of(new SortKey("status", true)));
  private static final SavedView ALL = new SavedView(Map.of(), List.of());

  @TempDir private Path home;

  /** Those of another console that begins now. */
  private SavedViews views(String profile, String tenant, String list) {
    return views(Settings.load(home), profile, tenant, list);
  }

  private static SavedViews views(Settings settings, String profile, String tenant, String list) {
    Session session =
        new Session(
            profile,
            "sandbox",
            tenant,
            MissingNode.getInstance(),
            Set.of(),
            ApiClient.administration(
                new Transport(Transport.Timeouts.DEFAULT), URI.create("https://calls.example"), ""),
            Optional.empty(),
            new ConnectionStatus());
    return new SavedViews(settings, session, list);
  }

  private SavedViews orders() {
    return views("Night/Shift", "tn_1", "orders");
  }

  @Test
  void keepsViewsInAlphabeticalOrder() {
    SavedViews orders = orders();
    orders.save("new", ALL);
    orders.save("Ärger: 50 %=", FAILED);
    assertThat(orders().names()).containsExactly("Ärger: 50 %=", "new");
    assertThat(orders().find("Ärger: 50 %=")).contains(FAILED);
    assertThat(orders().find("new")).contains(ALL);
    assertThat(orders().find("other")).isEmpty();
  }

  @Test
  void keepsThemPerProfileTenantAndList() {
    orders().save("Failed", FAILED);
    assertThat(views("Night", "tn_1", "orders").names()).isEmpty();
    assertThat(views("Night/Shift", "tn_2", "orders").names()).isEmpty();
    assertThat(views("Night/Shift", "tn_1", "holds").names()).isEmpty();
    views("Night/Shift", "tn_1", "holds").save("Failed", ALL);
    assertThat(orders().find("Failed")).contains(FAILED);
  }

  @Test
  void renamesAndDeletes() {
    orders().save("Failed", FAILED);
    orders().rename("Failed", "failed");
    assertThat(orders().names()).containsExactly("failed");
    assertThat(orders().find("failed")).contains(FAILED);
    orders().delete("failed");
    assertThat(orders().names()).isEmpty();
  }

  @Test
  void destroysNothingOfAnotherConsole() {
    orders().save("Failed", FAILED);
    Settings mine = Settings.load(home);
    SavedViews before = views(mine, "Night/Shift", "tn_1", "orders");
    orders().save("New", ALL);
    orders().rename("Failed", "Bad");
    before.reload();
    assertThat(before.names()).containsExactly("Bad", "New");
    orders().delete("New");
    before.save("Mine", ALL);
    mine.put("window.x", 5);
    mine.save();
    assertThat(orders().names()).containsExactly("Bad", "Mine");
  }

  @Test
  void acceptsNamesOfUpToSixtyCharactersOnce() {
    SavedViews orders = orders();
    orders.save("Failed", FAILED);
    assertThat(orders.fault("", "")).contains("views.name.length");
    assertThat(orders.fault("😀".repeat(60), "")).isEmpty();
    assertThat(orders.fault("x".repeat(61), "")).contains("views.name.length");
    assertThat(orders.fault("failed", "")).contains("views.name.taken");
    assertThat(orders.fault("failed", "Failed")).isEmpty();
    assertThat(orders.fault("Failed", "Other")).contains("views.name.taken");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "[]", "", "7"})
  void showsNothingForADamagedView(String saved) {
    Settings settings = Settings.load(home);
    orders().save("Failed", FAILED);
    settings.read();
    settings.put(settings.keys("view/").getFirst(), saved);
    assertThat(views(settings, "Night/Shift", "tn_1", "orders").find("Failed")).isEmpty();
  }
}
