package eu.callorders.sipgateway.realtime;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.openai.core.ObjectMappers;
import com.openai.models.realtime.AudioTranscription;
import com.openai.models.realtime.ConversationItemCreateEvent;
import com.openai.models.realtime.ConversationItemTruncateEvent;
import com.openai.models.realtime.InputAudioBufferAppendEvent;
import com.openai.models.realtime.RealtimeAudioConfig;
import com.openai.models.realtime.RealtimeAudioConfigInput;
import com.openai.models.realtime.RealtimeAudioConfigOutput;
import com.openai.models.realtime.RealtimeAudioFormats.AudioPcmu;
import com.openai.models.realtime.RealtimeAudioInputTurnDetection.ServerVad;
import com.openai.models.realtime.RealtimeClientEvent;
import com.openai.models.realtime.RealtimeConversationItemFunctionCallOutput;
import com.openai.models.realtime.RealtimeConversationItemSystemMessage;
import com.openai.models.realtime.RealtimeResponseCreateParams;
import com.openai.models.realtime.RealtimeSessionCreateRequest;
import com.openai.models.realtime.ResponseCancelEvent;
import com.openai.models.realtime.ResponseCreateEvent;
import com.openai.models.realtime.SessionUpdateEvent;
import com.openai.models.responses.ToolChoiceFunction;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.GatewayJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Writes the messages to a model. */
public final class RealtimeWriter {
  private static final AudioPcmu G711 = AudioPcmu.builder().type(AudioPcmu.Type.AUDIO_PCMU).build();
  private static final String TRANSCRIBER = "gpt-4o-mini-transcribe";
  private static final long MAX_TOKENS = 2_000; // less than two minutes of sound

  private RealtimeWriter() {}

  /** The settings of the conversation: rules, sound, functions; no trace is kept. */
  public static String session(PlaceCall call, String voice) {
    RealtimeAudioConfigInput.Builder input =
        RealtimeAudioConfigInput.builder()
            .format(G711)
            .turnDetection(
                ServerVad.builder().createResponse(true).interruptResponse(true).build());
    if (call.transcript()) {
      input.transcription(transcription(Locale.forLanguageTag(call.locale()).getLanguage()));
    }
    RealtimeSessionCreateRequest.Builder session =
        RealtimeSessionCreateRequest.builder()
            .outputModalities(List.of(RealtimeSessionCreateRequest.OutputModality.AUDIO))
            .audio(
                RealtimeAudioConfig.builder()
                    .input(input.build())
                    .output(RealtimeAudioConfigOutput.builder().format(G711).voice(voice).build())
                    .build())
            .instructions(RealtimeInstructions.of(call))
            .maxOutputTokens(MAX_TOKENS)
            .tracing(Optional.empty());
    RealtimeTools.all().forEach(session::addTool);
    return text(
        RealtimeClientEvent.ofSessionUpdate(
            SessionUpdateEvent.builder().session(session.build()).build()));
  }

  /** Without a language the model finds it out. */
  private static AudioTranscription transcription(String language) {
    AudioTranscription.Builder transcription = AudioTranscription.builder().model(TRANSCRIBER);
    if (!language.isEmpty()) {
      transcription.language(language);
    }
    return transcription.build();
  }

  /**
   * Sound of the person.
   *
   * @param encoded µ-law of 8 kHz
   */
  public static String audio(byte[] encoded) {
    return text(
        RealtimeClientEvent.ofInputAudioBufferAppend(
            InputAudioBufferAppendEvent.builder()
                .audio(Base64.getEncoder().encodeToString(encoded))
                .build()));
  }

  /** The model speaks now. */
  public static String respond() {
    return text(RealtimeClientEvent.ofResponseCreate(ResponseCreateEvent.builder().build()));
  }

  /** The model calls {@code report} now, without a sound. */
  public static String respondWithReport() {
    return text(
        RealtimeClientEvent.ofResponseCreate(
            ResponseCreateEvent.builder()
                .response(
                    RealtimeResponseCreateParams.builder()
                        .outputModalities(List.of(RealtimeResponseCreateParams.OutputModality.TEXT))
                        .toolChoice(ToolChoiceFunction.builder().name(RealtimeTools.REPORT).build())
                        .build())
                .build()));
  }

  /** Stops what the model is about to say. */
  public static String cancel() {
    return text(RealtimeClientEvent.ofResponseCancel(ResponseCancelEvent.builder().build()));
  }

  /** Something that the model cannot hear. */
  public static String note(String content) {
    return text(
        item(
            ConversationItemCreateEvent.builder()
                .item(
                    RealtimeConversationItemSystemMessage.builder()
                        .addContent(
                            RealtimeConversationItemSystemMessage.Content.builder()
                                .type(RealtimeConversationItemSystemMessage.Content.Type.INPUT_TEXT)
                                .text(content)
                                .build())
                        .build())));
  }

  /** The result of a function. */
  public static String result(String callId, Map<String, String> result) {
    return text(
        item(
            ConversationItemCreateEvent.builder()
                .item(
                    RealtimeConversationItemFunctionCallOutput.builder()
                        .callId(callId)
                        .output(new String(GatewayJson.bytes(result), StandardCharsets.UTF_8))
                        .build())));
  }

  /** The person has heard that much of an item. */
  public static String truncate(String itemId, long millis) {
    return text(
        RealtimeClientEvent.ofConversationItemTruncate(
            ConversationItemTruncateEvent.builder()
                .itemId(itemId)
                .contentIndex(0)
                .audioEndMs(millis)
                .build()));
  }

  private static RealtimeClientEvent item(ConversationItemCreateEvent.Builder item) {
    return RealtimeClientEvent.ofConversationItemCreate(item.build());
  }

  private static String text(RealtimeClientEvent event) {
    try {
      return ObjectMappers.jsonMapper().writeValueAsString(event);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("no JSON", e);
    }
  }
}
