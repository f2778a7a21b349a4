package eu.callorders.console.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Problem;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one action has done to each of many resources, in a file that is written before each request
 * and after each outcome. The next start reads it when the console ends in between. While a console
 * executes the action it has a lock on the file.
 */
public final class ActionJournal implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ActionJournal.class.getName());
  private static final String ENDING = ".jsonl";

  /** Of one resource. */
  public enum State {
    OPEN,
    /** A request was sent, and its outcome is unknown. */
    SENT,
    DONE,
    REFUSED
  }

  /**
   * One of the resources.
   *
   * @param attempt number of its latest request, from 1; 0 before the first
   * @param refusal set when refused
   */
  public record Item(String id, State state, int attempt, @Nullable Failure refusal) {}

  /**
   * What is done, and where: journals of other tenants and services are left alone.
   *
   * @param action such as {@code cancel_orders}
   * @param startedAt in real time
   * @param body of each request
   */
  public record Header(
      String action, String service, String tenantId, String startedAt, JsonNode body) {
    private static Header of(JsonNode json) {
      return new Header(
          json.path("action").asText(),
          json.path("service").asText(),
          json.path("tenant_id").asText(),
          json.path("started_at").asText(),
          json.path("body"));
    }

    private boolean isSamePlace(Header other) {
      return action.equals(other.action)
          && service.equals(other.service)
          && tenantId.equals(other.tenantId);
    }
  }

  private final LockedFile file;
  private final Header header;

  /** Distinguishes the idempotency keys of this action from those of others. */
  private final String run;

  private final Map<String, Item> items = new LinkedHashMap<>();

  private ActionJournal(LockedFile file, Header header, String run, List<String> ids) {
    this.file = file;
    this.header = header;
    this.run = run;
    ids.forEach(id -> put(new Item(id, State.OPEN, 0, null)));
  }

  /** Begins an action on these resources, none of which has been sent. */
  public static synchronized ActionJournal create(Path directory, Header header, List<String> ids)
      throws ApiException {
    try {
      LockedFile file = LockedFile.create(directory, header.action(), ENDING);
      ActionJournal journal = new ActionJournal(file, header, UUID.randomUUID().toString(), ids);
      journal.writeHeader(ids);
      return journal;
    } catch (IOException e) {
      throw new ApiException(new Failure.NotWritten(directory.toString()));
    }
  }

  /** The oldest journal of one of these actions that no console executes. */
  public static synchronized Optional<ActionJournal> findInterrupted(
      Path directory, Header... like) {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .flatMap(file -> LockedFile.open(file).stream())
          .flatMap(file -> read(file, like).stream())
          .sorted(Comparator.comparing(found -> found.header.startedAt()))
          .reduce(ActionJournal::keepFirst);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "listing action journals failed", e);
      return Optional.empty();
    }
  }

  private static ActionJournal keepFirst(ActionJournal first, ActionJournal other) {
    other.close();
    return first;
  }

  /** Closes files of other actions, and those without a header: nothing of these was sent. */
  private static Optional<ActionJournal> read(LockedFile file, Header... like) {
    Optional<ActionJournal> journal = Optional.empty();
    try {
      journal = read(file).filter(found -> Stream.of(like).anyMatch(found.header::isSamePlace));
    } catch (IOException e) {
      LOG.log(Level.WARNING, "reading action journal failed", e);
    }
    if (journal.isEmpty()) {
      file.close();
    }
    return journal;
  }

  private static Optional<ActionJournal> read(LockedFile file) throws IOException {
    List<JsonNode> lines =
        file.lines().stream()
            .flatMap(line -> Json.parse(line).stream())
            .filter(JsonNode::isObject)
            .toList();
    if (lines.isEmpty() || !lines.getFirst().has("ids")) {
      return Optional.empty();
    }
    JsonNode first = lines.getFirst();
    List<String> ids = Json.list(first.path("ids"), JsonNode::asText);
    ActionJournal journal =
        new ActionJournal(file, Header.of(first), first.path("run").asText(), ids);
    lines.stream().skip(1).flatMap(line -> item(line).stream()).forEach(journal::put);
    return Optional.of(journal);
  }

  private static Optional<Item> item(JsonNode line) {
    return Stream.of(State.values())
        .filter(state -> state.name().equals(line.path("state").asText()))
        .map(state -> item(line, state))
        .findFirst();
  }

  private static Item item(JsonNode line, State state) {
    Problem problem =
        new Problem(line.path("status").asInt(), line.path("code").asText(), "", "", "", List.of());
    return new Item(
        line.path("id").asText(),
        state,
        line.path("attempt").asInt(),
        state == State.REFUSED ? new Failure.Refused(problem) : null);
  }

  private void writeHeader(List<String> ids) throws IOException {
    ObjectNode line = Json.object();
    line.put("action", header.action())
        .put("service", header.service())
        .put("tenant_id", header.tenantId())
        .put("started_at", header.startedAt())
        .put("run", run)
        .set("body", header.body());
    ArrayNode list = line.putArray("ids");
    ids.forEach(list::add);
    file.append(line.toString());
  }

  private void put(Item item) {
    items.put(item.id(), item);
  }

  public Header header() {
    return header;
  }

  public synchronized List<Item> items() {
    return List.copyOf(items.values());
  }

  /**
   * Records that a request is about to be sent.
   *
   * @return its idempotency key: that of the request before while its outcome is unknown
   */
  public synchronized String begin(String id) throws ApiException {
    Item before = items.getOrDefault(id, new Item(id, State.OPEN, 0, null));
    int attempt = before.state() == State.SENT ? before.attempt() : before.attempt() + 1;
    record(new Item(id, State.SENT, attempt, null));
    return run + "-" + id + "-" + attempt;
  }

  /**
   * Records the outcome of the latest request.
   *
   * @param refusal null when it was executed
   */
  public synchronized void end(String id, @Nullable Failure refusal) throws ApiException {
    int attempt = items.getOrDefault(id, new Item(id, State.SENT, 1, null)).attempt();
    record(new Item(id, refusal == null ? State.DONE : State.REFUSED, attempt, refusal));
  }

  private void record(Item item) throws ApiException {
    ObjectNode line =
        Json.object()
            .put("id", item.id())
            .put("state", item.state().name())
            .put("attempt", item.attempt());
    if (item.refusal() instanceof Failure.Refused(Problem problem)) {
      line.put("status", problem.status()).put("code", problem.code());
    }
    try {
      file.append(line.toString());
      put(item);
    } catch (IOException e) {
      throw new ApiException(new Failure.NotWritten(file.path().toString()));
    }
  }

  /** Releases the file, which stays; nothing more can be recorded. */
  @Override
  public void close() {
    file.close();
  }

  /** Ends the action for good. */
  public void delete() {
    file.delete();
  }
}
