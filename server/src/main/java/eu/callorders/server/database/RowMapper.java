package eu.callorders.server.database;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowIterator;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Converts rows to values and values to parameters. */
public final class RowMapper {
  private RowMapper() {}

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

  /** Reads all rows. */
  public static <T> Function<RowSet<Row>, List<T>> toList(Function<Row, T> read) {
    return rows -> {
      List<T> list = new ArrayList<>(rows.size());
      for (Row row : rows) {
        list.add(read.apply(row));
      }
      return Collections.unmodifiableList(list);
    };
  }

  /** Reads all rows into a map; throws {@link IllegalStateException} for two rows with one key. */
  public static <K, V> Function<RowSet<Row>, Map<K, V>> toMap(
      Function<Row, K> key, Function<Row, V> value) {
    return rows -> {
      Map<K, V> map = new HashMap<>();
      for (Row row : rows) {
        if (map.put(key.apply(row), value.apply(row)) != null) {
          throw new IllegalStateException("two rows with one key, of " + rows.columnsNames());
        }
      }
      return map;
    };
  }

  /** Reads the first row; empty without rows. */
  public static <T> Function<RowSet<Row>, Optional<T>> first(Function<Row, T> read) {
    return rows -> {
      RowIterator<Row> iterator = rows.iterator();
      return iterator.hasNext() ? Optional.of(read.apply(iterator.next())) : Optional.empty();
    };
  }

  /** Parameters of a statement over many items whose columns exist as arrays. */
  public static Tuple columns(Object[]... columns) {
    return Tuple.from(List.of(columns));
  }

  /** A tenant and an array of ids as parameters. */
  public static Tuple tenantAndIds(UUID tenantId, Collection<UUID> ids) {
    return Tuple.tuple().addUUID(tenantId).addArrayOfUUID(ids.toArray(UUID[]::new));
  }
}
