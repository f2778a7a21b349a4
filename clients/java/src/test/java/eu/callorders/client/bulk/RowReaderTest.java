package eu.callorders.client.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.ClientJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RowReaderTest {
  private final AtomicInteger read = new AtomicInteger();
  private final List<Integer> taken = new ArrayList<>();

  private static ImportRow row(int number, String text) {
    ObjectNode body = ClientJson.mapper().createObjectNode().put("name", text);
    return ImportRow.of(number, number + 1, body);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 63, 64, 65, 1000})
  void takesAllRowsInTheirOrder(int rows) throws Exception {
    RowSource source =
        consumer -> {
          for (int number = 0; number < rows; number++) {
            consumer.accept(row(number, "x"));
          }
        };
    RowReader.forEach(source, row -> taken.add(row.row().number()));
    assertThat(taken).hasSize(rows).isSorted();
  }

  @Test
  void takesTheRowsBeforeAFailure() {
    List<Exception> failures = List.of(new IOException("disk"), new IllegalStateException("row"));
    for (Exception failure : failures) {
      RowSource source =
          consumer -> {
            consumer.accept(row(1, "x"));
            if (failure instanceof IOException io) {
              throw io;
            }
            throw (RuntimeException) failure;
          };
      assertThatThrownBy(() -> RowReader.forEach(source, row -> taken.add(row.row().number())))
          .isSameAs(failure);
    }
    assertThat(taken).containsExactly(1, 1);
  }

  /** The rows ahead are in the queue, and in one batch of the reader and of the consumer each. */
  @ParameterizedTest
  @CsvSource({"10, 64", "262144, 1"})
  void readsABoundedPartAheadAndEndsWithItsConsumer(int characters, int batch) {
    AtomicReference<Thread> reader = new AtomicReference<>();
    RowSource endless =
        consumer -> {
          reader.set(Thread.currentThread());
          while (true) {
            consumer.accept(row(read.incrementAndGet(), "x".repeat(characters)));
          }
        };
    assertThatThrownBy(
            () ->
                RowReader.forEach(
                    endless,
                    row -> {
                      await(() -> reader.get().getState() == Thread.State.TIMED_WAITING);
                      throw new IOException("enough");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("enough");
    assertThat(read.get()).isLessThanOrEqualTo(4 * batch);
    await(() -> !reader.get().isAlive());
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("a minute has passed").isNegative();
      Thread.onSpinWait();
    }
  }

  @Test
  void readsInAnotherThread() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    RowSource source =
        consumer -> {
          for (int number = 1; number <= 65; number++) {
            consumer.accept(row(number, "x"));
          }
          assertThat(first.await(1, TimeUnit.MINUTES)).isTrue(); // the first batch is taken
        };
    RowReader.forEach(
        source,
        row -> {
          taken.add(row.row().number());
          first.countDown();
        });
    assertThat(taken).hasSize(65);
  }
}
