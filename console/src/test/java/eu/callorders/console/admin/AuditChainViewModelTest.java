package eu.callorders.console.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditChainViewModelTest {
  /** In an order of its own, with digits and characters that another writer would change. */
  private static final String DETAILS =
      """
      "details":{"reason":"Zürich \\"1\\" \\\\ / \uD83D\uDCDE","before":{"z":null,"a":[1.50]},\
      "after":{"max_open_orders":5}},\
      """;

  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final AuditChainViewModel model =
      new AuditChainViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Timeouts.DEFAULT), service.address(), "token"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static String sha256(String text) {
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  /** Newest first, like the response of the service. */
  private static List<ObjectNode> log(int entries) {
    return log(entries, "");
  }

  /** The details are a member with its comma, or empty. */
  private static List<ObjectNode> log(int entries, String details) {
    List<ObjectNode> log = new ArrayList<>();
    String before = "0".repeat(64);
    for (int i = 1; i <= entries; i++) {
      String content =
          "{\"id\":\"a%d\",\"at\":\"x\",\"target\":\"Zürich/\\\"1\\\"\",%s\"previous_hash\":\"%s\"}"
              .formatted(i, details, before);
      before = sha256(content);
      log.addFirst(((ObjectNode) Json.parse(content).orElseThrow()).put("hash", before));
    }
    return log;
  }

  private static String page(List<ObjectNode> entries, String next) {
    return "{\"data\":[%s],\"has_more\":%s,\"next_cursor\":\"%s\"}"
        .formatted(
            entries.stream().map(ObjectNode::toString).collect(Collectors.joining(",")),
            !next.isEmpty(),
            next);
  }

  private AuditChainViewModel.Verdict result() {
    AuditChainViewModel.Verdict result = model.result.get();
    assertThat(result).isNotNull();
    return result;
  }

  private AuditChainVerifier.BrokenEntry broken(List<ObjectNode> log) {
    service.then(200, page(log, ""));
    model.verify();
    drawing.runNext();
    return result().broken().orElseThrow();
  }

  @Test
  void verifiesAllPagesAndReportsProgress() {
    List<ObjectNode> log = log(3);
    service.then(200, page(log.subList(0, 2), "c1")).then(200, page(log.subList(2, 3), ""));
    model.verify();
    model.verify();
    assertThat(model.action.busy.get()).isTrue();
    drawing.runNext();
    assertThat(model.verifiedEntries.get()).isEqualTo(2);
    drawing.runNext();
    assertThat(model.action.busy.get()).isFalse();
    assertThat(result().broken()).isEmpty();
    assertThat(result().entries()).isEqualTo(3);
    assertThat(result().newest()).isEqualTo(log.getFirst().path("hash").asText());
    assertThat(service.requests()).hasSize(2);
    assertThat(service.requests().getLast().target())
        .isEqualTo("/admin/v1/audit-log?limit=100&after=c1");
  }

  @Test
  void detectsAnAlteredEntry() {
    List<ObjectNode> log = log(3);
    log.get(1).put("target", "other");
    assertThat(broken(log))
        .isEqualTo(new AuditChainVerifier.BrokenEntry("a2", AuditChainVerifier.Defect.ALTERED));
  }

  @Test
  void verifiesEntriesWithDetailsAsTheyStand() {
    service.then(200, page(log(3, DETAILS), ""));
    model.verify();
    drawing.runNext();
    assertThat(result().broken()).isEmpty();
    assertThat(result().entries()).isEqualTo(3);
  }

  @Test
  void detectsAlteredDetails() {
    List<ObjectNode> log = log(3, DETAILS);
    log.get(1).withObject("/details/after").put("max_open_orders", 6);
    assertThat(broken(log))
        .isEqualTo(new AuditChainVerifier.BrokenEntry("a2", AuditChainVerifier.Defect.ALTERED));
  }

  @Test
  void detectsRemovedDetails() {
    List<ObjectNode> log = log(3, DETAILS);
    log.get(0).remove("details");
    assertThat(broken(log))
        .isEqualTo(new AuditChainVerifier.BrokenEntry("a3", AuditChainVerifier.Defect.ALTERED));
  }

  @Test
  void detectsAMissingEntry() {
    List<ObjectNode> log = log(3);
    log.remove(1);
    assertThat(broken(log))
        .isEqualTo(
            new AuditChainVerifier.BrokenEntry("a1", AuditChainVerifier.Defect.OUT_OF_PLACE));
  }

  @Test
  void detectsAMissingBeginning() {
    List<ObjectNode> log = log(3);
    log.removeLast();
    assertThat(broken(log))
        .isEqualTo(
            new AuditChainVerifier.BrokenEntry("a2", AuditChainVerifier.Defect.NOT_THE_FIRST));
  }

  @Test
  void acceptsAnEmptyLog() {
    service.then(200, page(List.of(), ""));
    model.verify();
    drawing.runNext();
    assertThat(result().broken()).isEmpty();
  }

  @Test
  void ignoresTheResultAfterCancelAndCanRestart() {
    service.then(200, page(log(2), ""));
    model.verify();
    Runnable late = drawing.takeNext();
    model.action.cancel();
    late.run();
    assertThat(model.action.busy.get()).isFalse();
    assertThat(model.result.get()).isNull();
    service.then(200, page(log(1), ""));
    model.verify();
    drawing.runNext();
    assertThat(result().entries()).isEqualTo(1);
  }

  @Test
  void ignoresProgressAfterCancel() {
    List<ObjectNode> log = log(2);
    service.then(200, page(log.subList(0, 1), "c1")).then(200, page(log.subList(1, 2), ""));
    model.verify();
    Runnable progress = drawing.takeNext();
    model.action.cancel();
    progress.run();
    assertThat(model.verifiedEntries.get()).isZero();
  }

  @Test
  void reportsFailureOfALaterPage() {
    service.then(200, page(log(2).subList(0, 1), "c1")).then(422, "{\"code\":\"invalid_cursor\"}");
    model.verify();
    drawing.runNext();
    drawing.runNext();
    assertThat(model.result.get()).isNull();
    assertThat(model.action.failure.get()).isNotNull();
    assertThat(model.action.busy.get()).isFalse();
  }
}
