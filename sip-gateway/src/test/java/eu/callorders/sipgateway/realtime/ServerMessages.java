package eu.callorders.sipgateway.realtime;

import java.util.Base64;

/** Messages of the provider, written by its schema. */
public final class ServerMessages {
  private ServerMessages() {}

  public static String sessionCreated() {
    return session("session.created");
  }

  public static String sessionUpdated() {
    return session("session.updated");
  }

  private static String session(String type) {
    return """
    {"event_id": "e", "type": "%s",
     "session": {"type": "realtime", "id": "sess_1", "object": "realtime.session"}}
    """
        .formatted(type);
  }

  public static String responseCreated() {
    return response("response.created", "in_progress");
  }

  public static String responseDone(String status) {
    return response("response.done", status);
  }

  private static String response(String type, String status) {
    return """
    {"event_id": "e", "type": "%s",
     "response": {"id": "resp_1", "object": "realtime.response", "status": "%s", "output": []}}
    """
        .formatted(type, status);
  }

  public static String audio(String itemId, byte[] sound) {
    return """
    {"event_id": "e", "type": "response.output_audio.delta", "response_id": "resp_1",
     "item_id": "%s", "output_index": 0, "content_index": 0, "delta": "%s"}
    """
        .formatted(itemId, Base64.getEncoder().encodeToString(sound));
  }

  public static String agentText(String itemId, String text) {
    return """
    {"event_id": "e", "type": "response.output_audio_transcript.done", "response_id": "resp_1",
     "item_id": "%s", "output_index": 0, "content_index": 0, "transcript": "%s"}
    """
        .formatted(itemId, text);
  }

  public static String speechStarted(String itemId, int at) {
    return """
    {"event_id": "e", "type": "input_audio_buffer.speech_started", "item_id": "%s",
     "audio_start_ms": %d}
    """
        .formatted(itemId, at);
  }

  public static String speechStopped(String itemId, int at) {
    return """
    {"event_id": "e", "type": "input_audio_buffer.speech_stopped", "item_id": "%s",
     "audio_end_ms": %d}
    """
        .formatted(itemId, at);
  }

  public static String personText(String itemId, String text) {
    return """
    {"event_id": "e", "type": "conversation.item.input_audio_transcription.completed",
     "item_id": "%s", "content_index": 0, "transcript": "%s",
     "usage": {"type": "duration", "seconds": 1}}
    """
        .formatted(itemId, text);
  }

  /** Arguments are JSON in a string. */
  public static String functionCall(String callId, String name, String arguments) {
    return """
    {"event_id": "e", "type": "response.output_item.done", "response_id": "resp_1",
     "output_index": 0, "item": {"id": "item_f", "object": "realtime.item",
       "type": "function_call", "status": "completed", "call_id": "%s", "name": "%s",
       "arguments": "%s"}}
    """
        .formatted(callId, name, arguments.replace("\"", "\\\""));
  }

  public static String error(String type, String code) {
    return """
    {"event_id": "e", "type": "error",
     "error": {"type": "%s", "code": "%s", "message": "Not shown: secret words", "param": null,
       "event_id": null}}
    """
        .formatted(type, code);
  }
}
