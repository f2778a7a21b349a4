package eu.callorders.client.bulk;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.ClientJson;
import eu.callorders.client.StubService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An import into a service in memory, with a clock that tests set. */
final class ImportFixture implements AutoCloseable, InstantSource {
  final StubService service = new StubService();
  final Path result;
  volatile Instant now = Instant.parse("2026-11-20T09:00:00Z");

  ImportFixture(Path directory) throws IOException {
    this.result = directory.resolve("orders.result.jsonl");
  }

  @Override
  public Instant instant() {
    return now;
  }

  void advance(Duration by) {
    now = now.plus(by);
  }

  /** The service forgets all keys; more time passes than it keeps one. */
  void expireKeys() {
    service.forgetKeys();
    advance(Duration.ofHours(50));
  }

  /** Rows without references, whose content is the name. */
  static List<ObjectNode> rows(String... names) {
    List<ObjectNode> rows = new ArrayList<>();
    for (String name : names) {
      rows.add(ClientJson.mapper().createObjectNode().put("name", name));
    }
    return rows;
  }

  /** A row with a reference. */
  static ObjectNode row(String reference, String name) {
    return rows(name).get(0).put("client_reference", reference);
  }

  ImportReport run(List<ObjectNode> rows) throws IOException, InterruptedException {
    return run(rows, result);
  }

  ImportReport run(List<ObjectNode> rows, Path file) throws IOException, InterruptedException {
    return orderImport(rows).run(service.client().build(), file, this, 4);
  }

  ImportPlan check(List<ObjectNode> rows) throws IOException, InterruptedException {
    return orderImport(rows).check(result);
  }

  /** A row whose name begins with "bad" breaks the contract. */
  static OrderImport orderImport(List<ObjectNode> rows) {
    RowSource source =
        consumer -> {
          for (int number = 1; number <= rows.size(); number++) {
            consumer.accept(ImportRow.of(number, number + 1, rows.get(number - 1)));
          }
        };
    return new OrderImport(
        source,
        json ->
            RowHash.body(json).path("name").asText().startsWith("bad")
                ? Optional.of("name is bad")
                : Optional.empty(),
        ImportProgress.NONE);
  }

  List<String> names() {
    return service.orders().stream().map(order -> order.path("name").asText()).toList();
  }

  /** All orders exist, and the file knows only that they were sent. */
  void loseAnswers(List<ObjectNode> rows) throws IOException, InterruptedException {
    run(rows);
    List<String> marks =
        Files.readAllLines(result).stream().filter(line -> !line.contains("\"id\":")).toList();
    Files.write(result, marks);
  }

  @Override
  public void close() {
    service.close();
  }
}
