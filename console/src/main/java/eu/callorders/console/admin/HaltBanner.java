package eu.callorders.console.admin;

import eu.callorders.console.api.Failure;
import eu.callorders.console.session.TenantClock;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;
import eu.callorders.console.ui.Visibility;
import java.util.List;
import java.util.function.Predicate;
import javafx.collections.ListChangeListener;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/** Shows the active halts with time and reason; hidden if there are none. */
public final class HaltBanner extends VBox {
  private static final int MAX_SHOWN = 4;

  private final Texts texts = Texts.of(HaltBanner.class);
  private TimestampFormatter times = new TimestampFormatter();

  public HaltBanner() {
    setId("halt-banner");
    getStyleClass().add("error");
    Visibility.set(this, false);
  }

  void bind(HaltViewModel model, Predicate<HaltRow> filter, TenantClock clock) {
    times = new TimestampFormatter(clock);
    clock.differs().addListener(ignored -> render(model, filter));
    model.rows.rows().addListener((ListChangeListener<HaltRow>) ignored -> render(model, filter));
    model.loadFailure.addListener(ignored -> render(model, filter));
    model.tenants.names().addListener(ignored -> render(model, filter));
    render(model, filter);
  }

  private void render(HaltViewModel model, Predicate<HaltRow> filter) {
    List<HaltRow> halts = model.rows.rows().stream().filter(filter).toList();
    Failure unread = model.loadFailure.get();
    getChildren().clear();
    if (!halts.isEmpty()) {
      boolean all = halts.stream().anyMatch(halt -> halt.scope().isEverything());
      title(all ? texts.get("banner.everything") : titleOfParts(halts, model.tenants));
      halts.stream().limit(MAX_SHOWN).forEach(halt -> line(halt, model.tenants));
      if (halts.size() > MAX_SHOWN) {
        line(texts.get("banner.more", halts.size() - MAX_SHOWN));
      }
    }
    if (unread != null) {
      title(texts.get("banner.unread"));
      line(FailureMessage.of(unread).title());
    }
    Visibility.set(this, !getChildren().isEmpty());
  }

  private String titleOfParts(List<HaltRow> halts, TenantNames tenants) {
    return halts.size() == 1
        ? texts.get("banner.part", halts.getFirst().scope().text(texts, tenants))
        : texts.get("banner.parts", halts.size());
  }

  private void line(HaltRow halt, TenantNames tenants) {
    String since = times.realTime(halt.haltedAt());
    line(texts.get("banner.line", halt.scope().text(texts, tenants), since, halt.reason()));
  }

  private void title(String text) {
    line(text).getStyleClass().add("error-title");
  }

  private Label line(String text) {
    Label line = Labels.wrapped(text);
    getChildren().add(line);
    return line;
  }
}
