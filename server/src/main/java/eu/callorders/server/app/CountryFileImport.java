package eu.callorders.server.app;

import eu.callorders.core.window.CountryRule;
import eu.callorders.core.window.CountryTable;
import eu.callorders.core.window.CountryTableParser;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.config.InvalidConfigException;
import eu.callorders.server.country.CountryRuleEditor;
import eu.callorders.server.database.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Adds the rules of {@code countries.txt}, where release 0.1 kept those of an operator, to the
 * database. Countries that have rows there keep them, so that an old file on another node changes
 * nothing.
 */
final class CountryFileImport {
  private static final Logger LOG = LoggerFactory.getLogger(CountryFileImport.class);

  /** In the data directory, in the format of the rules of the release. */
  static final String FILE = "countries.txt";

  private CountryFileImport() {}

  /**
   * Adds the rules of the file, if there is one. Blocks.
   *
   * @throws InvalidConfigException when the file is invalid
   */
  static void run(Path dataDirectory, Database database, CountryRuleEditor editor) {
    Path file = dataDirectory.resolve(FILE);
    if (!Files.exists(file)) {
      return;
    }
    List<CountryRule> given = read(file);
    List<CountryRule> added =
        BoundedWait.await(database.asWorker(connection -> editor.addMissing(connection, given)));
    LOG.warn(
        "{}: added {} to the database, which has the hours of countries now; delete the file",
        file,
        added.isEmpty() ? "nothing" : added.stream().map(CountryRule::id).toList());
  }

  private static List<CountryRule> read(Path file) {
    try {
      List<CountryRule> rules = CountryTableParser.parse(Files.readString(file));
      CountryTable.builtIn().overriddenBy(rules); // fails for a duplicate
      return rules;
    } catch (IllegalArgumentException e) {
      throw new InvalidConfigException(List.of(file + ": " + e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
