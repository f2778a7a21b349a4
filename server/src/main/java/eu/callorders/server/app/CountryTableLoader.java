package eu.callorders.server.app;

import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.CountryTableParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The rules of countries: those that come with the product, and the operator's. */
final class CountryTableLoader {
  /** In the data directory, with rows as in the product's own file of that name. */
  static final String FILE = "countries.txt";

  private CountryTableLoader() {}

  /**
   * The table in force.
   *
   * @throws InvalidConfigException when the operator's file is wrong
   */
  static CountryTable of(Path dataDirectory) {
    Path file = dataDirectory.resolve(FILE);
    CountryTable builtIn = CountryTable.builtIn();
    if (!Files.exists(file)) {
      return builtIn;
    }
    try {
      return builtIn.with(CountryTableParser.parse(Files.readString(file)));
    } catch (IllegalArgumentException e) {
      throw new InvalidConfigException(List.of(file + ": " + e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
