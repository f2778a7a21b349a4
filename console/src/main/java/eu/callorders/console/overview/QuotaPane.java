package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.ui.Facts;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.text.NumberFormat;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The quotas of the tenant and their known use. */
final class QuotaPane extends VBox {
  private static final String CONCURRENT_CALLS = "max_concurrent_calls";
  private static final double BAR_WIDTH = 160;

  private final Texts texts;
  private final NumberFormat numbers;
  private final Facts facts = new Facts();
  private final Label unknown;

  QuotaPane(Texts texts, NumberFormat numbers) {
    super(6);
    this.texts = texts;
    this.numbers = numbers;
    this.unknown = Labels.wrapped(texts.get("quotas.used.unknown"), "text-muted");
    getChildren().addAll(facts, unknown);
  }

  void show(TenantMetrics own) {
    JsonNode quotas = own.tenant().path("quotas");
    facts.clear();
    Visibility.set(unknown, !quotas.isEmpty());
    if (quotas.isEmpty()) {
      facts.addText(texts.get("quotas"), texts.get("quotas.none"));
    }
    quotas.properties().forEach(quota -> show(quota.getKey(), quota.getValue(), own.calls()));
  }

  private void show(String name, JsonNode value, TenantMetrics.@Nullable Count calls) {
    String shown = value.isNumber() ? numbers.format(value.numberValue()) : value.asText();
    String title = texts.value("quota", name);
    if (name.equals(CONCURRENT_CALLS) && calls != null && value.isNumber()) {
      facts.add(title, usageBar(calls, value.asLong(), shown));
    } else {
      facts.add(title, shown);
    }
  }

  private Node usageBar(TenantMetrics.Count calls, long quota, String shown) {
    ProgressBar bar = new ProgressBar(usedShare(calls.number(), quota));
    bar.setPrefWidth(BAR_WIDTH);
    String text = texts.get("quota.used", format(calls), shown);
    bar.setAccessibleText(text);
    HBox both = new HBox(10, bar, new Label(text));
    both.setAlignment(Pos.CENTER_LEFT);
    return both;
  }

  /** The used share; a quota of zero is fully used. */
  static double usedShare(long used, long quota) {
    return quota <= 0 ? 1 : Math.min(1, (double) used / quota);
  }

  /** The number, with a plus if there are more. */
  String format(TenantMetrics.Count count) {
    return numbers.format(count.number()) + (count.more() ? "+" : "");
  }
}
