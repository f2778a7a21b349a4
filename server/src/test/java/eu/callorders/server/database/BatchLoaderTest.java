package eu.callorders.server.database;

import static eu.callorders.server.TestNode.await;
import static eu.callorders.server.TestNode.failure;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.TestNode;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class BatchLoaderTest {
  private static final UUID TENANT = new UUID(1, 1);
  private static final UUID OTHER = new UUID(1, 2);

  /** Its load ends when the test completes {@link #free}. */
  private static final UUID FIRST = new UUID(2, 1);

  @AutoClose private final TestNode node = new TestNode();
  private final List<List<UUID>> loads = new CopyOnWriteArrayList<>();
  private final Promise<Void> free = Promise.promise();

  private interface Source {
    Future<Map<UUID, String>> load(List<UUID> ids);
  }

  private BatchLoader<String> loader(Source source) {
    return loader(source, Duration.ofHours(1));
  }

  private BatchLoader<String> loader(Source source, Duration stalled) {
    return new BatchLoader<>(
        node.database,
        (SqlConnection connection, UUID tenantId, List<UUID> ids) -> {
          loads.add(ids);
          return ids.contains(FIRST)
              ? free.future().map(done -> Map.of(FIRST, "first"))
              : source.load(ids);
        },
        stalled);
  }

  private static Future<Map<UUID, String>> all(List<UUID> ids) {
    return Future.succeededFuture(
        ids.stream().collect(Collectors.toMap(id -> id, BatchLoaderTest::text)));
  }

  private static UUID id(int number) {
    return new UUID(0, number);
  }

  private static String text(UUID id) {
    return "resource " + id.getLeastSignificantBits();
  }

  private <T> Future<T> onEventLoop(Supplier<Future<T>> task) {
    Promise<T> result = Promise.promise();
    node.vertx.getOrCreateContext().runOnContext(ignored -> task.get().onComplete(result));
    return result.future();
  }

  /** One task requests these after {@link #FIRST}, so that they wait for its transaction. */
  private List<Future<Optional<String>>> request(BatchLoader<String> loader, int... numbers) {
    return await(
        onEventLoop(
            () -> {
              loader.load(TENANT, FIRST);
              return Future.succeededFuture(
                  IntStream.of(numbers)
                      .mapToObj(number -> loader.load(TENANT, id(number)))
                      .toList());
            }));
  }

  @Test
  void waitingRequestsShareOneTransaction() {
    List<Future<Optional<String>>> requested = request(loader(BatchLoaderTest::all), 1, 2, 3, 2);
    free.complete();

    assertThat(requested.stream().map(TestNode::await))
        .containsExactly(
            Optional.of("resource 1"),
            Optional.of("resource 2"),
            Optional.of("resource 3"),
            Optional.of("resource 2"));
    assertThat(loads).containsExactly(List.of(FIRST), List.of(id(1), id(2), id(3)));
  }

  @Test
  void limitsTheRequestsOfOneTransaction() {
    List<Future<Optional<String>>> requested =
        request(loader(BatchLoaderTest::all), IntStream.range(0, 40).toArray());
    free.complete();

    assertThat(requested.stream().map(TestNode::await)).hasSize(40).allMatch(Optional::isPresent);
    assertThat(loads).extracting(List::size).containsExactly(1, 32, 8);
  }

  @Test
  void doesNotWaitForOtherTenants() {
    BatchLoader<String> loader = loader(BatchLoaderTest::all);
    List<Future<Optional<String>>> waiting = request(loader, 1);
    Future<Optional<String>> other = onEventLoop(() -> loader.load(OTHER, id(2)));

    assertThat(await(other)).contains("resource 2");
    assertThat(loads).contains(List.of(id(2)));
    free.complete();
    assertThat(await(waiting.getFirst())).contains("resource 1");
  }

  /** The first transaction does not end before the assertions. */
  @Test
  void runsBesideAStalledTransaction() {
    List<Future<Optional<String>>> requested =
        request(loader(BatchLoaderTest::all, Duration.ZERO), 1);

    assertThat(requested.stream().map(TestNode::await)).allMatch(Optional::isPresent);
    assertThat(loads).contains(List.of(id(1)));
    free.complete();
  }

  /** They are more than one transaction holds; the first does not end before the assertion. */
  @Test
  void allThatWaitRunBesideAStalledTransaction() {
    List<Future<Optional<String>>> requested =
        request(
            loader(BatchLoaderTest::all, Duration.ofMillis(300)), IntStream.range(0, 80).toArray());

    assertThat(requested.stream().map(TestNode::await)).hasSize(80).allMatch(Optional::isPresent);
    free.complete();
  }

  @Test
  void refusesRequestsBeyondTheLimit() {
    List<Future<Optional<String>>> requested =
        request(loader(BatchLoaderTest::all), IntStream.range(0, 201).toArray());
    free.complete();

    assertThat(failure(requested.getLast())).isInstanceOf(ProblemException.class);
    assertThat(requested.subList(0, 200).stream().map(TestNode::await))
        .allMatch(Optional::isPresent);
  }

  @Test
  void loadsAloneWhatABatchLeftOut() {
    List<Future<Optional<String>>> requested =
        request(loader(ids -> all(ids.subList(0, 1))), 1, 2, 3);
    free.complete();

    assertThat(requested.stream().map(TestNode::await)).allMatch(Optional::isPresent);
    assertThat(loads)
        .containsExactlyInAnyOrder(
            List.of(FIRST), List.of(id(1), id(2), id(3)), List.of(id(2)), List.of(id(3)));
  }

  @Test
  void unknownResourceIsEmpty() {
    List<Future<Optional<String>>> requested =
        request(loader(ids -> Future.succeededFuture(Map.of())), 1, 2);
    free.complete();

    assertThat(requested.stream().map(TestNode::await)).allMatch(Optional::isEmpty);
  }

  @Test
  void resourceThatFailsDoesNotFailOthers() {
    List<Future<Optional<String>>> requested =
        request(
            loader(
                ids ->
                    ids.contains(id(2))
                        ? Future.failedFuture(new IllegalStateException("unreadable"))
                        : all(ids)),
            1,
            2,
            3);
    free.complete();

    assertThat(await(requested.get(0))).contains("resource 1");
    assertThat(failure(requested.get(1))).hasMessage("unreadable");
    assertThat(await(requested.get(2))).contains("resource 3");
  }

  @Test
  void failsAllWithoutAnotherAttemptDuringAnOutage() {
    List<Future<Optional<String>>> requested =
        request(loader(ids -> Future.failedFuture(new DatabaseUnavailableException())), 1, 2);
    free.complete();

    assertThat(requested.stream().map(TestNode::failure))
        .allMatch(DatabaseUnavailableException.class::isInstance);
    assertThat(loads).hasSize(2);
  }
}
