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
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
 * executes the action it holds a lock on the file.
 */
public final class ActionJournal implements AutoCloseable {
  private static final Logger LOG = System.getLogger(ActionJournal.class.getName());
  private static final String ENDING = ".jsonl";

  /** Far behind the content, which other processes may then read on every platform. */
  private static final long LOCK_POSITION = Long.MAX_VALUE - 1;

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

  private final Path file;
  private final FileChannel channel;
  private final Map<String, Item> items = new LinkedHashMap<>();
  private Header header;
  private String run = "";

  private ActionJournal(Path file, Header header) throws IOException {
    this.file = file;
    this.header = header;
    this.channel =
        FileChannel.open(
            file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DSYNC);
  }

  /** Begins an action on these resources, none of which has been sent. */
  public static ActionJournal create(Path directory, Header header, List<String> ids)
      throws ApiException {
    try {
      Files.createDirectories(directory);
      Path file = Files.createTempFile(directory, header.action(), ENDING); // for its owner only
      ActionJournal journal = new ActionJournal(file, header);
      journal.channel.lock(LOCK_POSITION, 1, false);
      journal.run = UUID.randomUUID().toString();
      journal.writeHeader(ids);
      ids.forEach(id -> journal.put(new Item(id, State.OPEN, 0, null)));
      return journal;
    } catch (IOException e) {
      throw new ApiException(new Failure.NotWritten(directory.toString()));
    }
  }

  /** The oldest journal of such an action that no console executes. */
  public static Optional<ActionJournal> findInterrupted(Path directory, Header like) {
    if (!Files.isDirectory(directory)) {
      return Optional.empty();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(ENDING))
          .flatMap(file -> open(file, like).stream())
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

  private static Optional<ActionJournal> open(Path file, Header like) {
    try {
      ActionJournal journal = new ActionJournal(file, like);
      if (journal.isInterrupted(like)) {
        return Optional.of(journal);
      }
      journal.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "opening action journal failed", e);
    }
    return Optional.empty();
  }

  private boolean isInterrupted(Header like) {
    try {
      boolean isFree = channel.tryLock(LOCK_POSITION, 1, false) != null;
      return isFree && read() && header.isSamePlace(like);
    } catch (OverlappingFileLockException e) {
      return false; // this process executes it
    } catch (IOException e) {
      LOG.log(Level.WARNING, "reading action journal failed", e);
      return false;
    }
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
    append(line);
  }

  /** False without a header. The last line may be incomplete: its request was not sent. */
  private boolean read() throws IOException {
    String text = Files.readString(file);
    List<JsonNode> lines =
        text.lines().flatMap(line -> Json.parse(line).stream()).filter(JsonNode::isObject).toList();
    if (lines.isEmpty() || !lines.getFirst().has("ids")) {
      return false;
    }
    header = Header.of(lines.getFirst());
    run = lines.getFirst().path("run").asText();
    Json.list(lines.getFirst().path("ids"), JsonNode::asText)
        .forEach(id -> put(new Item(id, State.OPEN, 0, null)));
    lines.stream().skip(1).flatMap(line -> item(line).stream()).forEach(this::put);
    channel.position(channel.size());
    if (!text.endsWith("\n")) {
      write("\n");
    }
    return true;
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

  /** Records the outcome of the latest request. */
  public synchronized void end(String id, State state, @Nullable Failure refusal)
      throws ApiException {
    int attempt = items.getOrDefault(id, new Item(id, state, 1, null)).attempt();
    record(new Item(id, state, attempt, refusal));
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
      append(line);
      put(item);
    } catch (IOException e) {
      throw new ApiException(new Failure.NotWritten(file.toString()));
    }
  }

  private void append(JsonNode line) throws IOException {
    write(line + "\n");
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /** Releases the file, which stays; nothing more can be recorded. */
  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(Level.WARNING, "closing action journal failed", e);
    }
  }

  /** Ends the action for good. */
  public void delete() {
    close();
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      LOG.log(Level.WARNING, "deleting action journal failed", e);
    }
  }
}
