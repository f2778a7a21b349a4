package eu.callorders.sipgateway.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RealtimeMessageTest {
  private static RealtimeSchema schema;

  @BeforeAll
  static void load() throws Exception {
    schema = new RealtimeSchema();
  }

  @Test
  void messagesOfTheSchemaAreRead() throws Exception {
    assertThat(
            List.of(
                read(ServerMessages.sessionUpdated()),
                read(ServerMessages.responseCreated()),
                read(ServerMessages.responseDone("completed")),
                read(ServerMessages.responseDone("cancelled")),
                read(ServerMessages.responseDone("failed")),
                read(ServerMessages.agentText("i1", "Guten Tag")),
                read(ServerMessages.speechStarted("i2", 120)),
                read(ServerMessages.speechStopped("i2", 900)),
                read(ServerMessages.personText("i2", "Hallo")),
                read(ServerMessages.functionCall("c1", "report", "{\"a\": 1}")),
                read(ServerMessages.error("server_error", "oops"))))
        .containsExactly(
            new RealtimeMessage.SessionUpdated(),
            new RealtimeMessage.ResponseBegan(),
            new RealtimeMessage.ResponseEnded(false),
            new RealtimeMessage.ResponseEnded(false),
            new RealtimeMessage.ResponseEnded(true),
            new RealtimeMessage.AgentText("i1", "Guten Tag"),
            new RealtimeMessage.SpeechBegan("i2", 120),
            new RealtimeMessage.SpeechEnded("i2", 900),
            new RealtimeMessage.PersonText("i2", "Hallo"),
            new RealtimeMessage.FunctionCall("c1", "report", "{\"a\": 1}"),
            new RealtimeMessage.Fault("server_error", "oops"));
  }

  @Test
  void wordsOfAFaultFitIntoALine() throws Exception {
    assertThat(read(ServerMessages.error("two\\nlines", "x".repeat(1_000))))
        .isEqualTo(new RealtimeMessage.Fault("two lines", "x".repeat(64)));
  }

  @Test
  void soundIsDecoded() throws Exception {
    RealtimeMessage message = read(ServerMessages.audio("i1", new byte[] {1, 2, 3}));

    assertThat(message)
        .isInstanceOfSatisfying(
            RealtimeMessage.Audio.class,
            audio -> {
              assertThat(audio.itemId()).isEqualTo("i1");
              assertThat(audio.encoded()).containsExactly(1, 2, 3);
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "x",
        "[]",
        "1",
        "null",
        "{}",
        "{\"type\": 1}",
        "{\"type\": \"response.output_audio.delta\"}",
        "{\"type\": \"response.output_audio.delta\", \"item_id\": \"i\", \"delta\": \"*\"}",
        "{\"type\": \"response.output_audio.delta\", \"item_id\": 1, \"delta\": \"AA==\"}",
        "{\"type\": \"response.output_item.done\", \"item\": {\"type\": \"function_call\"}}",
        "{\"type\": \"input_audio_buffer.speech_started\", \"item_id\": \"i\"}",
        "{\"type\": \"error\"}",
        "{\"type\": \"response.done\"}",
        "{\"type\": \"of.the.future\", \"event_id\": \"e\"}"
      })
  void malformedOrUnknownMessagesAreIgnored(String text) {
    assertThat(RealtimeMessage.parse(text)).isEmpty();
  }

  @Test
  void createdSessionMeansNothing() throws Exception {
    schema.checkServer(ServerMessages.sessionCreated());

    assertThat(RealtimeMessage.parse(ServerMessages.sessionCreated())).isEmpty();
  }

  private static RealtimeMessage read(String text) throws IOException {
    schema.checkServer(text);
    return RealtimeMessage.parse(text).orElseThrow();
  }
}
