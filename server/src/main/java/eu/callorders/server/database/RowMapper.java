package eu.callorders.server.database;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Converts between rows and values. */
public final class RowMapper {
  private RowMapper() {}

  /** Throws when a statement changed an unexpected number of rows: a silent miss is a bug. */
  @SuppressWarnings("NullAway") // a Future<Void> carries null
  public static Void requireRowCount(SqlResult<?> result, int expected) {
    if (result.rowCount() != expected) {
      throw new IllegalStateException(
          "changed " + result.rowCount() + " rows instead of " + expected);
    }
    return null;
  }

  /** The instant in a {@code timestamptz} column. */
  public static Instant instant(Row row, String column) {
    return row.getOffsetDateTime(column).toInstant();
  }

  public static @Nullable Instant instantOrNull(Row row, String column) {
    OffsetDateTime time = row.getOffsetDateTime(column);
    return time == null ? null : time.toInstant();
  }

  public static @Nullable OffsetDateTime time(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }

  /**
   * An array for {@link #columns}.
   *
   * @param empty determines the type
   */
  public static <A, T> T[] column(Collection<A> rows, T[] empty, Function<A, T> value) {
    return rows.stream().map(value).toList().toArray(empty);
  }

  /** Arrays as parameters, one for each column of an {@code unnest}. */
  public static Tuple columns(Object[]... columns) {
    return Tuple.from(List.of(columns));
  }

  /** A tenant and an array of ids as parameters. */
  public static Tuple tenantAndIds(UUID tenantId, Collection<UUID> ids) {
    return Tuple.tuple().addUUID(tenantId).addArrayOfUUID(ids.toArray(UUID[]::new));
  }
}
