package eu.callorders.server.app;

import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.CountryTableParser;
import eu.callorders.server.config.InvalidConfigException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Loads the built-in country rules and the operator's additions. */
public final class CountryTableLoader {
  /** In the data directory, in the format of the built-in file. */
  static final String FILE = "countries.txt";

  private CountryTableLoader() {}

  /**
   * @throws InvalidConfigException when the operator's file is invalid
   */
  public static CountryTable of(Path dataDirectory) {
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
