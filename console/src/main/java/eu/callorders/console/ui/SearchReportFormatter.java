package eu.callorders.console.ui;

import eu.callorders.console.session.TextSearch;
import java.util.Locale;
import java.util.stream.Collectors;
import javafx.scene.control.Label;

/** Says what the latest search has compared. */
public final class SearchReportFormatter {
  private SearchReportFormatter() {}

  /** Keeps that line true; without a search it takes no room. */
  public static void show(Label line, TextSearch search, Texts texts) {
    search
        .report()
        .subscribe(
            report -> {
              line.setText(text(report, texts));
              Visibility.set(line, !line.getText().isEmpty());
            });
  }

  /** Empty when there was no search. */
  public static String text(TextSearch.Report report, Texts texts) {
    if (report.extent() == TextSearch.Extent.NONE) {
      return "";
    }
    return texts.get(
        "searched." + report.extent().name().toLowerCase(Locale.ROOT),
        report.fields().stream()
            .map(field -> texts.value("searched_field", field))
            .collect(Collectors.joining(", ")));
  }
}
