package eu.callorders.console.overview;

import atlantafx.base.theme.Styles;
import eu.callorders.console.overview.History.Selection;
import eu.callorders.console.overview.HistoryViewModel.Staleness;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.TextWidth;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.ValueConverter;
import eu.callorders.console.ui.Visibility;
import java.util.List;
import java.util.function.Supplier;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** The charts of the chosen range: what the service has counted, or samples since connecting. */
final class ChartsPane extends VBox {
  private static final double GAP = 10;

  private final Texts texts;
  private final HistoryViewModel model;
  private final TimestampFormatter timestamps;
  private final HistoryPane history;
  private final Supplier<LiveCharts> makeLive;
  private final GridPane liveGrid = HistoryPane.grid();
  private final List<DeploymentSample> samples;
  private final StackPane historySection;
  private final VBox liveSection;
  private final Label notice = Labels.wrapped("", "chart-notice");
  private final Label loading;
  private final ComboBox<Boolean> tenants = new ComboBox<>();

  /** Made when they are shown first. */
  private @Nullable LiveCharts live;

  /**
   * @param samples since connecting
   */
  ChartsPane(
      Texts texts,
      HistoryViewModel model,
      HistoryPane history,
      Supplier<LiveCharts> live,
      List<DeploymentSample> samples,
      TimestampFormatter timestamps) {
    super(GAP);
    this.texts = texts;
    this.model = model;
    this.timestamps = timestamps;
    this.history = history;
    this.makeLive = live;
    this.samples = samples;
    this.loading = new Label(texts.get("history.loading"));
    this.historySection = new StackPane(history, loading);
    Label sampled = Labels.wrapped(texts.get("sampled"), "text-muted");
    sampled.setId("sampled");
    this.liveSection = new VBox(GAP, liveGrid, sampled);
    notice.setId("chart-notice");
    getChildren()
        .setAll(new FlowPane(GAP, GAP, ranges(), tenants), notice, historySection, liveSection);
    offerTenants();
    model.selection.subscribe(ignored -> showSelection());
    model.history.subscribe(ignored -> showHistory());
    model.staleness.subscribe(ignored -> showNotice());
  }

  private HBox ranges() {
    ToggleGroup group = new ToggleGroup();
    HBox ranges = new HBox();
    List<ChartRange> all = List.of(ChartRange.values());
    for (ChartRange range : all) {
      ToggleButton button = new ToggleButton(texts.value("range", range.key()));
      button.setId("range-" + range.key());
      button.setToggleGroup(group);
      button.setMinWidth(USE_PREF_SIZE);
      button.getStyleClass().add(pill(all.indexOf(range), all.size()));
      button.setSelected(range == model.selection.get().range());
      button.setOnAction(
          ignored -> {
            button.setSelected(true); // a second click does not deselect
            model.selection.set(new Selection(range, model.selection.get().allTenants()));
          });
      ranges.getChildren().add(button);
    }
    return ranges;
  }

  private static String pill(int index, int count) {
    return index == 0
        ? Styles.LEFT_PILL
        : index == count - 1 ? Styles.RIGHT_PILL : Styles.CENTER_PILL;
  }

  private void offerTenants() {
    tenants.setId("chart-tenants");
    tenants.setAccessibleText(texts.get("tenants"));
    tenants.getItems().setAll(false, true);
    tenants.setConverter(
        new ValueConverter<>(
            all -> texts.get(Boolean.TRUE.equals(all) ? "tenants.all" : "tenants.own")));
    TextWidth.fitChoices(tenants);
    tenants.setValue(model.selection.get().allTenants());
    tenants.setOnAction(
        ignored ->
            model.selection.set(new Selection(model.selection.get().range(), tenants.getValue())));
  }

  private void showSelection() {
    Visibility.set(tenants, model.isShown());
    Visibility.set(liveSection, !model.isShown());
    Visibility.set(historySection, model.isShown());
    showHistory();
    showSamples();
  }

  private void showHistory() {
    History latest = model.history.get();
    history.setVisible(latest != null);
    if (latest != null) {
      history.show(latest);
    }
    showNotice();
  }

  /** Says since when the history is not current, and why. */
  private void showNotice() {
    Staleness staleness = model.staleness.get();
    notice.setText(staleness == null ? "" : text(staleness));
    Visibility.set(notice, staleness != null && model.isShown());
    loading.setVisible(staleness == null && model.history.get() == null);
  }

  private String text(Staleness staleness) {
    String state =
        staleness.since() == null
            ? texts.get("history.none")
            : texts.get("history.stale", timestamps.realTime(staleness.since().toString()));
    return staleness.cause() == null
        ? state
        : state + " " + FailureMessage.of(staleness.cause()).title();
  }

  /** Shows the present samples if they are the chosen range. */
  void showSamples() {
    if (!model.isShown() && !samples.isEmpty()) {
      if (live == null) {
        live = makeLive.get();
        live.addTo(liveGrid);
      }
      live.show(samples);
    }
  }
}
