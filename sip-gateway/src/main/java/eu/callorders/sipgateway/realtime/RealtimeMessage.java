package eu.callorders.sipgateway.realtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.openai.core.ObjectMappers;
import com.openai.errors.OpenAIInvalidDataException;
import com.openai.models.realtime.RealtimeError;
import com.openai.models.realtime.RealtimeResponse;
import com.openai.models.realtime.RealtimeServerEvent;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;

/** A message of a model, as far as a call needs it. Untrusted. */
public sealed interface RealtimeMessage {
  /** Characters of a word of the provider. */
  int MAX_WORD = 64;

  /** The settings of the conversation hold. */
  record SessionUpdated() implements RealtimeMessage {}

  /** The model begins to answer. */
  record ResponseBegan() implements RealtimeMessage {}

  /** The model has answered, or could not. */
  record ResponseEnded(boolean failed) implements RealtimeMessage {}

  /**
   * Sound to speak.
   *
   * @param encoded µ-law of 8 kHz
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Audio(String itemId, byte[] encoded) implements RealtimeMessage {}

  /** What the model says. */
  record AgentText(String itemId, String text) implements RealtimeMessage {}

  /** The person begins to speak, in milliseconds of the sound that the model has heard. */
  record SpeechBegan(String itemId, long at) implements RealtimeMessage {}

  /** The person ends to speak. */
  record SpeechEnded(String itemId, long at) implements RealtimeMessage {}

  /** What the person has said. */
  record PersonText(String itemId, String text) implements RealtimeMessage {}

  /**
   * The model calls a function.
   *
   * @param arguments JSON of the model
   */
  record FunctionCall(String callId, String name, String arguments) implements RealtimeMessage {}

  /** Something went wrong, in two words; its message may quote the conversation and is left out. */
  record Fault(String type, String code) implements RealtimeMessage {}

  /** Empty for a message that is malformed or means nothing here. */
  static Optional<RealtimeMessage> parse(String text) {
    try {
      RealtimeServerEvent event =
          ObjectMappers.jsonMapper().readValue(text, RealtimeServerEvent.class);
      if (event == null) { // the text is null
        return Optional.empty();
      }
      return Stream.of(sound(event), state(event), words(event), function(event))
          .flatMap(Optional::stream)
          .findFirst();
    } catch (JsonProcessingException | OpenAIInvalidDataException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<RealtimeMessage> sound(RealtimeServerEvent event) {
    return event
        .responseOutputAudioDelta()
        .map(delta -> new Audio(delta.itemId(), Base64.getDecoder().decode(delta.delta())));
  }

  private static Optional<RealtimeMessage> state(RealtimeServerEvent event) {
    if (event.isSessionUpdated()) {
      return Optional.of(new SessionUpdated());
    }
    if (event.isResponseCreated()) {
      return Optional.of(new ResponseBegan());
    }
    return event
        .responseDone()
        .<RealtimeMessage>map(
            done ->
                new ResponseEnded(
                    done.response()
                        .status()
                        .filter(RealtimeResponse.Status.FAILED::equals)
                        .isPresent()))
        .or(() -> event.error().map(fault -> fault(fault.error())));
  }

  private static RealtimeMessage fault(RealtimeError error) {
    return new Fault(word(error.type()), word(error.code().orElse("")));
  }

  /** A line of the log can hold it. */
  private static String word(String text) {
    String printable = text.replaceAll("\\p{Cntrl}", " ");
    return printable.length() > MAX_WORD ? printable.substring(0, MAX_WORD) : printable;
  }

  private static Optional<RealtimeMessage> words(RealtimeServerEvent event) {
    return event
        .responseOutputAudioTranscriptDone()
        .<RealtimeMessage>map(said -> new AgentText(said.itemId(), said.transcript()))
        .or(
            () ->
                event
                    .inputAudioBufferSpeechStarted()
                    .map(began -> new SpeechBegan(began.itemId(), began.audioStartMs())))
        .or(
            () ->
                event
                    .inputAudioBufferSpeechStopped()
                    .map(ended -> new SpeechEnded(ended.itemId(), ended.audioEndMs())))
        .or(
            () ->
                event
                    .conversationItemInputAudioTranscriptionCompleted()
                    .map(said -> new PersonText(said.itemId(), said.transcript())));
  }

  private static Optional<RealtimeMessage> function(RealtimeServerEvent event) {
    return event
        .responseOutputItemDone()
        .flatMap(done -> done.item().functionCall())
        .map(call -> new FunctionCall(call.callId().orElse(""), call.name(), call.arguments()));
  }
}
