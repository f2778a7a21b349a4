package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
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
}
