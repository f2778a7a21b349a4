package eu.callorders.console.app;

import eu.callorders.console.ui.DurationFormatter;
import eu.callorders.console.ui.InstantConverter;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/**
 * Shows the tenant's clock while it differs from real time, and which of them the screen uses; also
 * a wrong clock of this machine. Hidden while all clocks agree.
 */
final class ClockBar extends VBox {
  /** Which clocks a screen uses: {@code clock.screen.KEY}; all others use that of the tenant. */
  private static final Map<String, String> SCREENS =
      Map.of(
          "overview", "overview",
          "administration", "administration",
          "webhooks", "real",
          "deliveries", "real");

  private final Texts texts;
  private final DurationFormatter durations;
  private final InstantConverter instants = new InstantConverter();
  private final Label tenant = Labels.wrapped("");
  private final Label machine = Labels.wrapped("");

  ClockBar(ClockViewModel model, ObservableValue<String> screen, Texts texts) {
    this.texts = texts;
    this.durations = new DurationFormatter(texts);
    setId("clocks");
    getStyleClass().add("clock-bar");
    tenant.setId("tenant-clock");
    machine.setId("machine-clock");
    getChildren().addAll(tenant, machine);
    model.clocks.addListener((ignored, before, now) -> show(now, screen.getValue()));
    screen.addListener((ignored, before, now) -> show(model.clocks.get(), now));
    show(model.clocks.get(), screen.getValue());
  }

  private void show(ClockViewModel.Clocks clocks, String screen) {
    boolean differs = !clocks.ahead().isZero();
    boolean wrong = !clocks.machineError().isZero();
    tenant.setText(differs ? tenantText(clocks, screen) : "");
    machine.setText(wrong ? machineText(clocks.machineError()) : "");
    Visibility.set(tenant, differs);
    Visibility.set(machine, wrong);
    Visibility.set(this, differs || wrong);
  }

  private String tenantText(ClockViewModel.Clocks clocks, String screen) {
    String now = instants.text(clocks.tenant().truncatedTo(ChronoUnit.MINUTES));
    String key = "clock.screen." + SCREENS.getOrDefault(screen, "tenant");
    return texts.get("clock.now", now, durations.text(clocks.ahead())) + " " + texts.get(key);
  }

  private String machineText(Duration error) {
    return texts.get(
        error.isNegative() ? "clock.machine.slow" : "clock.machine.fast",
        durations.text(error.abs()));
  }
}
