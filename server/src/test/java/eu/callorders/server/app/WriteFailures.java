package eu.callorders.server.app;

import java.util.List;
import java.util.Set;

/** Makes every write into tables of a service fail with the row in the message, until closed. */
final class WriteFailures implements AutoCloseable {
  private static final String FUNCTION =
      """
      CREATE FUNCTION fail_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'row %', NEW::text USING DETAIL = NEW::text, ERRCODE = '23514';
      END $$
      """;

  private static final String TRIGGER =
      """
      CREATE TRIGGER fail_write BEFORE INSERT OR UPDATE ON %s
        FOR EACH ROW EXECUTE FUNCTION fail_write()
      """;

  private static final Set<String> SPARED =
      Set.of("public.tenant", "public.deployment", "public.node", "public.flyway_schema_history");

  private final RunningService service;
  private final List<String> tables;

  private WriteFailures(RunningService service, List<String> tables) {
    this.service = service;
    this.tables = tables;
    service.sql(FUNCTION);
    tables.forEach(table -> service.sql(TRIGGER.formatted(table)));
  }

  /** In these tables, except those that a node needs to run and those of the audit log. */
  static WriteFailures of(RunningService service, List<String> tables) {
    return new WriteFailures(
        service,
        tables.stream()
            .filter(table -> !SPARED.contains(table) && !table.contains("audit"))
            .toList());
  }

  @Override
  public void close() {
    tables.forEach(table -> service.sql("DROP TRIGGER fail_write ON " + table));
  }
}
