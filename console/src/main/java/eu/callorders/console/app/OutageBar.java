package eu.callorders.console.app;

import eu.callorders.console.session.TenantClock;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.Visibility;
import java.util.Locale;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Says above all screens that the service is unreachable; hidden while it responds. */
final class OutageBar extends VBox {
  private final Texts texts;
  private final TimestampFormatter timestamps;
  private final Label title = Labels.wrapped("", "error-title");
  private final Label advice = Labels.wrapped("");

  OutageBar(OutageViewModel model, TenantClock clock, Texts texts) {
    this.texts = texts;
    this.timestamps = new TimestampFormatter(clock);
    setId("outage");
    getStyleClass().addAll("error", "outage");
    getChildren().addAll(title, advice);
    model.outage.addListener((ignored, before, now) -> show(now));
    show(model.outage.get());
  }

  private void show(OutageViewModel.@Nullable Outage outage) {
    Visibility.set(this, outage != null);
    if (outage != null) {
      boolean works = outage.part() == OutageViewModel.Part.ADMINISTRATION;
      String since = timestamps.realTime(outage.since().toString());
      String key = "outage." + outage.part().name().toLowerCase(Locale.ROOT);
      title.setText(texts.get(key, outage.address(), since));
      String still = texts.get(works ? "outage.administration.advice" : "outage.service.advice");
      advice.setText(outage.canHalt() ? still + " " + texts.get("outage.can_halt") : still);
    }
  }
}
