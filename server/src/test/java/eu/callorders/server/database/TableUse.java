package eu.callorders.server.database;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** How an SQL statement uses a table. */
enum TableUse {
  WRITE("\\b(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE)\\s+(?:ONLY\\s+)?(\\w+)"),
  READ("(?<!\\bDELETE )\\b(?:FROM|JOIN|USING|LOCK TABLE)\\s+(?:ONLY\\s+)?(\\w+)");

  private static final Pattern LITERAL =
      Pattern.compile("\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"", Pattern.DOTALL);

  private final Pattern pattern;

  TableUse(String regex) {
    pattern = Pattern.compile(regex);
  }

  /** The tables that string literals of Java source use; also other words where a table may be. */
  Set<String> tablesIn(String source) {
    Set<String> tables = new TreeSet<>();
    LITERAL
        .matcher(source)
        .results()
        .map(MatchResult::group)
        .flatMap(literal -> pattern.matcher(literal).results())
        .forEach(found -> tables.add(found.group(1)));
    return tables;
  }
}
