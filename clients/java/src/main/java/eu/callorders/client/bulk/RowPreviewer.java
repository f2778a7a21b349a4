package eu.callorders.client.bulk;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.client.CallOrderClient;
import eu.callorders.client.ClientJson;
import eu.callorders.client.api.ApiRequest;
import eu.callorders.client.bulk.ImportPreview.Reason;
import eu.callorders.client.bulk.RowFault.Kind;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/** Previews rows in batches, several at once, and counts the results. */
final class RowPreviewer {
  private static final ApiRequest<JsonNode> PREVIEW =
      ApiRequest.of("POST", "/v1/call-orders/preview", new TypeReference<JsonNode>() {});

  private static final int MAX_ROWS = 100;

  /** A body has at most 1 MiB. */
  private static final int MAX_BYTES = 1 << 19;

  private final CallOrderClient client;
  private final BulkSender bulk;
  private final ImportProgress progress;
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
  private final Map<String, Integer> verdicts = new TreeMap<>();
  private final Map<String, Reason> reasons = new TreeMap<>();
  private final Map<LocalDate, Integer> days = new TreeMap<>();
  private List<ImportRow> batch = new ArrayList<>();
  private int bytes;

  RowPreviewer(CallOrderClient client, BulkSender bulk, ImportProgress progress) {
    this.client = client;
    this.bulk = bulk;
    this.progress = progress;
  }

  /**
   * Adds a row to the batch, which is sent when it is full.
   *
   * @param size bytes of its JSON
   */
  void add(ImportRow row, int size) throws InterruptedException {
    if (batch.size() == MAX_ROWS || (bytes + size > MAX_BYTES && !batch.isEmpty())) {
      send();
    }
    batch.add(row);
    bytes += size;
  }

  /** Sends the rows that have gathered. */
  void send() throws InterruptedException {
    List<ImportRow> rows = batch;
    batch = new ArrayList<>();
    bytes = 0;
    if (!rows.isEmpty() && failure.get() == null) {
      bulk.execute(() -> preview(rows));
    }
  }

  private void preview(List<ImportRow> rows) {
    try {
      ObjectNode body = ClientJson.mapper().createObjectNode();
      ArrayNode orders = body.putArray("call_orders");
      rows.forEach(row -> orders.add(row.body()));
      JsonNode results = client.send(PREVIEW.withBody(body)).body().path("data");
      for (int index = 0; index < rows.size(); index++) {
        count(rows.get(index), results.path(index));
      }
    } catch (RuntimeException e) {
      failure.compareAndSet(null, e);
    }
  }

  private synchronized void count(ImportRow row, JsonNode result) {
    String verdict = result.path("verdict").asText();
    verdicts.merge(verdict, 1, Integer::sum);
    if (result.has("first_call_on")) {
      days.merge(LocalDate.parse(result.path("first_call_on").asText()), 1, Integer::sum);
    }
    JsonNode problem = result.path("problem");
    JsonNode rule = result.path("rule");
    String code = problem.path("code").asText(rule.path("rule").asText());
    String message = problem.isMissingNode() ? rule.path("message").asText() : message(problem);
    if (!problem.isMissingNode()) {
      progress.checked(row, new RowFault(Kind.PREVIEW, List.of(code, message), problem));
    }
    if (!code.isEmpty()) {
      reasons.merge(
          verdict + " " + code,
          new Reason(verdict, code, 1, row.number(), message),
          (known, added) -> known.oneMore());
    }
  }

  /** The detail, or the first error of a validation. */
  private static String message(JsonNode problem) {
    JsonNode error = problem.path("errors").path(0);
    return error.isMissingNode()
        ? problem.path("detail").asText()
        : error.path("pointer").asText() + " " + error.path("message").asText();
  }

  /**
   * The result, once all requests have ended.
   *
   * @throws RuntimeException the failure of a request, if any
   */
  synchronized ImportPreview result() {
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
    List<Reason> frequent = new ArrayList<>(reasons.values());
    frequent.sort(Comparator.comparingInt(Reason::rows).reversed());
    return new ImportPreview(verdicts, frequent, days);
  }
}
