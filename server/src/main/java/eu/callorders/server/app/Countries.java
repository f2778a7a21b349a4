package eu.callorders.server.app;

import eu.callorders.core.window.CountryRows;
import eu.callorders.core.window.CountryTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The rules of countries: those that come with the product, and the operator's. */
final class Countries {
  /** In the data directory, with rows as in the product's own file of that name. */
  static final String FILE = "countries.txt";

  private Countries() {}

  /**
   * The table in force.
   *
   * @throws ConfigRefused when the operator's file is wrong
   */
  static CountryTable of(Path dataDirectory) {
    Path file = dataDirectory.resolve(FILE);
    CountryTable builtIn = CountryTable.builtIn();
    if (!Files.exists(file)) {
      return builtIn;
    }
    try {
      return builtIn.with(CountryRows.parse(Files.readString(file)));
    } catch (IllegalArgumentException e) {
      throw new ConfigRefused(List.of(file + ": " + e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
