package eu.callorders.console.subject;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Page;
import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.Visibility;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** One section of the page of a person: its newest entries, each with a link to its screen. */
final class SubjectSectionPane extends VBox {
  private static final int MAX_ENTRIES = 20;
  private static final double SPACING = 6;
  private static final double GAP = 8;

  private final SubjectSection section;
  private final Texts texts;
  private final SubjectEntryFormatter formatter;
  private final ScreenContext context;
  private final Label title = Labels.wrapped("", "section");
  private final Hyperlink all = new Hyperlink();
  private final Label note = Labels.wrapped("", "timeline-time");
  private final VBox entries = new VBox(SPACING);

  SubjectSectionPane(
      SubjectSection section, Texts texts, SubjectEntryFormatter formatter, ScreenContext context) {
    super(SPACING);
    this.section = section;
    this.texts = texts;
    this.formatter = formatter;
    this.context = context;
    setId("section-" + section.key());
    all.setText(texts.get("section.all"));
    all.setId("all-" + section.key());
    all.setAccessibleText(texts.get("section.all") + ": " + section.title());
    all.getStyleClass().add("order-link");
    all.setMinWidth(Region.USE_PREF_SIZE);
    HBox head = new HBox(GAP, title, all);
    head.setAlignment(Pos.BASELINE_LEFT);
    getChildren().setAll(head, note, entries);
  }

  /** Shows the rows of that person, or which scope they need. */
  void show(SubjectDetail detail) {
    boolean permitted = context.session().may(section.scope());
    Page<JsonNode> page = permitted ? detail.page(section) : new Page<>(List.of(), false, "");
    int count = page.rows().size();
    String key = page.hasMore() ? "section.first" : "section.found";
    title.setText(count == 0 ? section.title() : texts.get(key, section.title(), count));
    Optional<Link> list = section.linkToAll(detail.reference()).filter(ignored -> count > 0);
    Visibility.set(all, list.isPresent());
    all.setOnAction(ignored -> list.ifPresent(context.navigation()::go));
    note.setText(note(permitted, detail, count));
    Visibility.set(note, !note.getText().isEmpty());
    entries.getChildren().setAll(page.rows().stream().limit(MAX_ENTRIES).map(this::pane).toList());
  }

  private String note(boolean permitted, SubjectDetail detail, int count) {
    if (!permitted) {
      return texts.get("needs.scope", section.scope().wireName());
    }
    if (count > MAX_ENTRIES) {
      return texts.get("section.newest", MAX_ENTRIES);
    }
    return count == 0 && detail.pages().containsKey(section) ? texts.get("section.none") : "";
  }

  private SubjectEntryPane pane(JsonNode row) {
    return new SubjectEntryPane(formatter.entry(section, row), context.navigation());
  }
}
