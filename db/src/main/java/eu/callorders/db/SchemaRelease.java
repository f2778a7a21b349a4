package eu.callorders.db;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.jspecify.annotations.Nullable;

/**
 * A version of the schema: the migration {@code V<release>_<step>__<description>.sql} brings it.
 *
 * @param release number of the release that has the migration first, from 1
 * @param step place among the migrations of that release, from 1
 */
record SchemaRelease(int release, int step) {
  private static final Pattern VERSION = Pattern.compile("([1-9]\\d{0,5})\\.([1-9]\\d{0,5})");
  private static final Comparator<SchemaRelease> ORDER =
      Comparator.comparingInt(SchemaRelease::release).thenComparingInt(SchemaRelease::step);

  /** Empty for the version of a migration that is not named so, as before the first release. */
  static Optional<SchemaRelease> parse(String version) {
    Matcher parts = VERSION.matcher(version);
    return parts.matches()
        ? Optional.of(
            new SchemaRelease(Integer.parseInt(parts.group(1)), Integer.parseInt(parts.group(2))))
        : Optional.empty();
  }

  static Optional<SchemaRelease> of(MigrationInfo migration) {
    @Nullable MigrationVersion version = migration.getVersion();
    return parse(version == null ? "" : version.getVersion());
  }

  static Optional<SchemaRelease> newest(Stream<SchemaRelease> schemas) {
    return schemas.max(ORDER);
  }

  /** As Flyway stores it, for example {@code 1.9}. */
  @Override
  public String toString() {
    return release + "." + step;
  }
}
