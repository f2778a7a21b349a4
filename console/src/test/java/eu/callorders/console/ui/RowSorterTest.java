package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.order.OrdersView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowSorterTest {
  @Test
  void sortsNumbersByValueAndTextsAsPeopleDo() {
    Locale.setDefault(Locale.GERMAN);
    List<String> sorted = List.of("", "2", "9", "10", "100", "1a", "Ärger", "Berg", "öde", "Zoo");
    List<String> keys = new ArrayList<>(sorted);
    Collections.shuffle(keys, new Random(7));
    keys.sort(RowSorter.keys());
    assertThat(keys).isEqualTo(sorted);
  }

  @Test
  void sortsRegistryValuesByTheirNames() {
    Locale.setDefault(Locale.GERMAN);
    Texts texts = Texts.of(OrdersView.class, Locale.GERMAN);
    Column<String> status = new Columns<String>(texts).value("status", "status", row -> row);
    List<String> rows = new ArrayList<>(List.of("dialing", "failed", "expired", "accepted"));
    rows.sort(Comparator.comparing(status.sortKey(), RowSorter.keys()));
    assertThat(rows)
        .extracting(row -> status.value().apply(row).getValue())
        .containsExactly("Abgelaufen", "Angenommen", "Fehlgeschlagen", "Wird angerufen");
  }
}
