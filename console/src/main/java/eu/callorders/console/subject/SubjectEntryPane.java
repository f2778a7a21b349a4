package eu.callorders.console.subject;

import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Navigation;
import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Visibility;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/** A resource with a link to its screen, and its parts below it. */
public final class SubjectEntryPane extends VBox {
  private static final double SPACING = 6;
  private static final double GAP = 8;
  private static final double INDENT = 20;

  public SubjectEntryPane(SubjectEntry entry, Navigation navigation) {
    super(SPACING);
    getChildren().add(head(entry, navigation));
    for (SubjectEntry part : entry.parts()) {
      SubjectEntryPane below = new SubjectEntryPane(part, navigation);
      VBox.setMargin(below, new Insets(0, 0, 0, INDENT));
      getChildren().add(below);
    }
  }

  private static Node head(SubjectEntry entry, Navigation navigation) {
    Hyperlink link = new Hyperlink(entry.title());
    link.getStyleClass().addAll("order-link", "entry-link");
    link.setWrapText(true);
    link.setMinHeight(Region.USE_PREF_SIZE);
    link.setAccessibleText(
        Stream.of(entry.title(), entry.status(), entry.details())
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", ")));
    link.setOnAction(ignored -> navigation.go(entry.link()));
    link.setDisable(navigation.missing(entry.link()).isPresent());
    HBox line = new HBox(GAP, link);
    if (!entry.status().isEmpty()) {
      line.getChildren().addFirst(new StatusBadge(entry.status(), entry.tone()));
    }
    line.setAlignment(Pos.CENTER_LEFT);
    Label details = Labels.wrapped(entry.details(), "timeline-time");
    Visibility.set(details, !entry.details().isEmpty());
    return new VBox(line, details);
  }
}
