package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TranscriptViewModelTest {
  @AutoClose private final StubSession stub = new StubSession();
  private final TranscriptViewModel model =
      new TranscriptViewModel(stub.background, stub.session(Scope.TRANSCRIPTS_READ));

  private Transcript shown() {
    Transcript shown = model.detail().get();
    assertThat(shown).isNotNull();
    return shown;
  }

  private static List<Transcript.TurnLine> lines(String turns) {
    return Transcript.TurnLine.of(Json.parse(turns).orElseThrow());
  }

  @Test
  void splitsTenThousandTurns() {
    stub.service.then(200, UnknownValueOrders.transcript(10_000, 100_000));
    model.open("call_1");
    assertThat(model.loading().get()).isTrue();
    stub.uiExecutor.runNext();
    assertThat(model.loading().get()).isFalse();
    assertThat(shown().turns()).isEqualTo(10_000);
    assertThat(shown().isComplete()).isTrue();
    assertThat(shown().lines())
        .allMatch(line -> line.text().length() <= Transcript.TurnLine.MAX_LENGTH)
        .filteredOn(Transcript.TurnLine::isFirst)
        .hasSize(10_000);
  }

  @Test
  void splitsLongTurnAtWords() {
    JsonNode transcript = Json.parse(UnknownValueOrders.transcript(1, 100_000)).orElseThrow();
    List<Transcript.TurnLine> lines = Transcript.TurnLine.of(transcript.path("turns"));
    assertThat(lines).hasSizeGreaterThan(100).hasSizeLessThan(120);
    assertThat(lines.stream().map(Transcript.TurnLine::text).collect(Collectors.joining(" ")))
        .isEqualTo(transcript.path("turns").path(0).path("text").asText().strip());
    assertThat(lines).filteredOn(Transcript.TurnLine::isFirst).hasSize(1);
  }

  @Test
  void splitsLongWordBetweenCharacters() {
    String word = "a" + "😀".repeat(Transcript.TurnLine.MAX_LENGTH);
    List<Transcript.TurnLine> lines = lines("[{\"text\":\"" + word + "\"}]");
    assertThat(lines.stream().map(Transcript.TurnLine::text).collect(Collectors.joining()))
        .isEqualTo(word);
    assertThat(lines)
        .noneMatch(line -> Character.isHighSurrogate(line.text().charAt(line.text().length() - 1)));
  }

  @Test
  void showsIncompleteTurns() {
    assertThat(lines("[{}, {\"speaker\": \"parrot\", \"start_ms\": 65000, \"text\": null}, null]"))
        .containsExactly(
            new Transcript.TurnLine("", "", "", true),
            new Transcript.TurnLine("parrot", "1:05", "", true),
            new Transcript.TurnLine("", "", "", true));
  }

  @Test
  void showsFailureWithoutTranscript() {
    stub.service.then(404, "{\"code\":\"transcript_unavailable\"}");
    model.open("call_1");
    stub.uiExecutor.runNext();
    assertThat(model.failure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.loading().get()).isFalse();
  }

  @Test
  void showsLastRequestedTranscript() {
    stub.service.then(200, UnknownValueOrders.transcript(1, 0));
    model.open("call_1");
    stub.uiExecutor.runNext();
    stub.service.then(200, "{\"complete\":false,\"turns\":[{\"text\":\"a\"},{\"text\":\"b\"}]}");
    model.open("call_2");
    assertThat(model.detail().get()).as("previous call").isNull();
    stub.uiExecutor.runNext();
    assertThat(shown().callId()).isEqualTo("call_2");
    assertThat(shown().turns()).isEqualTo(2);
    assertThat(shown().isComplete()).isFalse();
    model.clear();
    assertThat(model.detail().get()).isNull();
  }

  @Test
  void ignoresTranscriptAfterClear() {
    stub.service.then(200, UnknownValueOrders.transcript(1, 0));
    model.open("call_1");
    while (stub.service.requests().isEmpty()) {
      Thread.onSpinWait();
    }
    model.clear();
    stub.uiExecutor.runNext();
    assertThat(model.detail().get()).isNull();
    assertThat(model.failure().get()).isNull();
  }
}
