package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of ADR 0017 for migrations of release 2 and later. */
class MigrationHeadersTest {
  private static final Pattern LOCK =
      Pattern.compile(
          "none|[a-z_]+ (ROW |SHARE UPDATE |SHARE ROW |ACCESS )?(EXCLUSIVE|SHARE),"
              + " [\\d.]+ (ms|s|min) at 1,000,000 orders");

  private static final Pattern DROPPING =
      Pattern.compile(
          "\\b(DROP (?!INDEX CONCURRENTLY IF EXISTS\\b)|RENAME |SET NOT NULL"
              + "|ALTER (COLUMN )?\\w+ (SET DATA )?TYPE )",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern REQUIRED_COLUMN =
      Pattern.compile("ADD (COLUMN )?[^,;]*NOT NULL[^,;]*", Pattern.CASE_INSENSITIVE);

  private static final Pattern INDEX =
      Pattern.compile(
          "CREATE (UNIQUE )?INDEX (CONCURRENTLY )?(\\w+)\\s+ON (\\w+)", Pattern.CASE_INSENSITIVE);

  @Test
  void everyMigrationFollowsTheRules() {
    assertThat(MigrationFile.ofJar())
        .isNotEmpty()
        .allSatisfy(file -> assertThat(faults(file)).as(file.name()).isEmpty());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE tenant ADD COLUMN note text;",
        "-- Locks: tenant for a moment\nALTER TABLE tenant ADD COLUMN note text;",
        "-- Locks: tenant ACCESS EXCLUSIVE, 2 ms at 1,000,000 orders\n-- Locks: signal SHARE, 1.5 s"
            + " at 1,000,000 orders\nALTER TABLE tenant ADD COLUMN note text;",
        "-- Locks: none\nALTER TABLE tenant DROP COLUMN name;",
        "-- Locks: none\n-- Contract: 2\nALTER TABLE tenant DROP COLUMN name;",
        "-- Locks: none\nALTER TABLE tenant RENAME name TO title;",
        "-- Locks: none\nALTER TABLE tenant ALTER name SET NOT NULL;",
        "-- Locks: none\nALTER TABLE tenant ALTER COLUMN name TYPE varchar;",
        "-- Locks: none\nALTER TABLE tenant ADD COLUMN note text NOT NULL;",
        "-- Locks: none\nCREATE INDEX tenant_by_name ON tenant (name);",
        "-- Locks: none\nCREATE INDEX CONCURRENTLY tenant_by_name ON tenant (name);",
      })
  void findsWhatHarmsNodesOfTheReleaseBefore(String sql) {
    assertThat(faults(file(sql))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-- Locks: tenant ACCESS EXCLUSIVE, 2 ms at 1,000,000 orders\n"
            + "ALTER TABLE tenant ADD COLUMN note text NOT NULL DEFAULT '';",
        "-- Locks: none\n-- A column that nodes DROP.\nCREATE TABLE fresh (id int NOT NULL);\n"
            + "CREATE INDEX fresh_by_id ON fresh (id);",
        "-- Locks: none\n-- Contract: 1\nALTER TABLE tenant DROP COLUMN name;",
        "-- Locks: tenant SHARE UPDATE EXCLUSIVE, 5 s at 1,000,000 orders\n"
            + "DROP INDEX CONCURRENTLY IF EXISTS tenant_by_name;\n"
            + "CREATE INDEX CONCURRENTLY tenant_by_name ON tenant (name);",
      })
  void acceptsWhatSuitsNodesOfTheReleaseBefore(String sql) {
    assertThat(faults(file(sql))).isEmpty();
  }

  private static MigrationFile file(String sql) {
    return new MigrationFile("V3_1__sample.sql", new SchemaRelease(3, 1), sql);
  }

  private static List<String> faults(MigrationFile file) {
    if (file.schema().release() == 1) {
      return List.of();
    }
    List<String> faults = new ArrayList<>();
    if (!file.sql().startsWith("-- Locks: ")) {
      faults.add("does not begin with -- Locks:");
    }
    file.locks().stream()
        .filter(lock -> !LOCK.matcher(lock).matches())
        .forEach(lock -> faults.add("is not TABLE MODE, TIME at 1,000,000 orders: " + lock));
    if (file.locks().stream().map(lock -> lock.split(" ", 2)[0]).distinct().count() > 1) {
      faults.add("locks two tables, of which a request may hold one and wait for the other");
    }
    String sql = file.sql().replaceAll("--.*", "");
    boolean dropsWhatIsUnused =
        file.contract().filter(last -> last <= file.schema().release() - 2).isPresent();
    if (!dropsWhatIsUnused) {
      matches(DROPPING, sql).forEach(each -> faults.add("without -- Contract: " + each));
    }
    matches(REQUIRED_COLUMN, sql)
        .filter(column -> !column.toUpperCase(Locale.ROOT).contains("DEFAULT"))
        .forEach(column -> faults.add("has no default: " + column));
    Matcher index = INDEX.matcher(sql);
    while (index.find()) {
      boolean isNewTable = sql.contains("CREATE TABLE " + index.group(4) + " ");
      if (!isNewTable && index.group(2) == null) {
        faults.add("is not CONCURRENTLY: " + index.group());
      }
      if (index.group(2) != null
          && !sql.contains("DROP INDEX CONCURRENTLY IF EXISTS " + index.group(3) + ";")) {
        faults.add("fails after an interrupted run: " + index.group());
      }
    }
    return faults;
  }

  private static Stream<String> matches(Pattern pattern, String sql) {
    return pattern.matcher(sql).results().map(each -> each.group());
  }
}
