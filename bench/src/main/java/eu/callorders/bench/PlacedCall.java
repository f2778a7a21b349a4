package eu.callorders.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A line of the gateway's ledger, without an end when the call is placed. */
public record PlacedCall(
    String attemptId,
    String orderId,
    String to,
    Instant placedAt,
    @Nullable Instant endedAt,
    boolean answered) {

  /** Reads a ledger; the last line may be half written, when its writer was killed. */
  public static List<PlacedCall> read(Path log) throws IOException {
    List<PlacedCall> calls = new ArrayList<>();
    if (!Files.exists(log)) {
      return calls;
    }
    for (String line : Files.readAllLines(log)) {
      if (line.endsWith("}")) {
        calls.add(of(Http.JSON.readTree(line)));
      }
    }
    return calls;
  }

  public static long placed(List<PlacedCall> calls, String phone) {
    return calls.stream().filter(call -> call.endedAt() == null && call.to().equals(phone)).count();
  }

  private static PlacedCall of(JsonNode line) {
    String ended = line.path("ended_at").asText("");
    return new PlacedCall(
        line.path("attempt_id").asText(),
        line.path("call_order_id").asText(),
        line.path("to").asText(),
        Instant.parse(line.path("placed_at").asText()),
        ended.isEmpty() || ended.equals("null") ? null : Instant.parse(ended),
        line.path("disposition").asText().equals("answered"));
  }
}
