package eu.callorders.db;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A table with a tenant, or a partition of one.
 *
 * @param column the one with the tenant's id
 */
record TenantTable(String name, String column) {
  private static final String TABLES =
      """
      SELECT c.relname, a.attname FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid
         AND a.attname = CASE c.relname WHEN 'tenant' THEN 'id' ELSE 'tenant_id' END
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
       ORDER BY 1
      """;

  /** Required columns, and a value for each; times are in the range of the partition. */
  private static final String REQUIRED_COLUMNS =
      """
      SELECT string_agg(quote_ident(a.attname), ', '), string_agg(
          CASE WHEN a.attname = '%2$s' THEN quote_literal('%3$s')
               WHEN a.atttypid = 'uuid'::regtype THEN 'gen_random_uuid()'
               WHEN a.atttypid = 'text'::regtype THEN 'gen_random_uuid()::text'
               WHEN t.typcategory = 'D' THEN quote_literal(coalesce(substring(
                 pg_get_expr(c.relpartbound, c.oid) FROM 'FROM \\(''(.*?)'''), '2000-01-01'))
               WHEN t.typcategory = 'B' THEN 'false'
               WHEN t.typcategory = 'N' THEN '30000 * random()'
               WHEN t.typname = 'bytea' THEN 'gen_random_uuid()::text::bytea'
               WHEN t.typcategory = 'A' OR t.typname LIKE 'json%%' THEN quote_literal('{}')
               ELSE quote_literal('1') END, ', ')
        FROM pg_attribute a
        JOIN pg_class c ON c.oid = a.attrelid
        JOIN pg_type t ON t.oid = a.atttypid
       WHERE c.oid = '%1$s'::regclass AND a.attnum > 0 AND NOT a.attisdropped
         AND a.attgenerated = '' AND a.attidentity = ''
         AND (a.attname = '%2$s' OR a.attnotnull AND NOT a.atthasdef)
      """;

  static List<TenantTable> all(Statement statement) throws SQLException {
    List<TenantTable> tables = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery(TABLES)) {
      while (rows.next()) {
        tables.add(new TenantTable(rows.getString(1), rows.getString(2)));
      }
    }
    return tables;
  }

  /** The statement that inserts a row of that tenant with generated values. */
  String insertion(Statement statement, String tenant) throws SQLException {
    String query = REQUIRED_COLUMNS.formatted(name, column, tenant);
    try (ResultSet row = statement.executeQuery(query)) {
      row.next();
      return "INSERT INTO %s (%s) VALUES (%s)".formatted(name, row.getString(1), row.getString(2));
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
