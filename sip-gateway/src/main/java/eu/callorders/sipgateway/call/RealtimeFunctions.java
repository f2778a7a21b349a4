package eu.callorders.sipgateway.call;

import eu.callorders.sipgateway.realtime.RealtimeMessage.FunctionCall;
import eu.callorders.sipgateway.realtime.RealtimeTools;
import eu.callorders.sipgateway.stream.AgentDocument;
import eu.callorders.sipgateway.stream.AgentDocument.InvalidDocumentException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Does what a model requests by a function.
 *
 * @param hangUp ends the call when everything is spoken
 * @param beforeReport runs before a report is passed on
 */
record RealtimeFunctions(RemoteConversation conversation, Runnable hangUp, Runnable beforeReport) {
  private static final String ERROR = "error";
  private static final String STATUS = "status";
  private static final int MAX_REPORT = 100_000;

  /** Returns what the model is told. */
  Map<String, String> execute(FunctionCall call) {
    return switch (call.name()) {
      case RealtimeTools.OBJECTION -> {
        conversation.object();
        yield Map.of(STATUS, "recorded; no further call comes");
      }
      case RealtimeTools.VOICEMAIL -> {
        conversation.voicemail();
        yield Map.of(STATUS, "the call ends");
      }
      case RealtimeTools.HANG_UP -> {
        hangUp.run();
        yield Map.of(STATUS, "the call ends");
      }
      case RealtimeTools.REPORT -> report(call.arguments());
      default -> Map.of(ERROR, "there is no such function");
    };
  }

  private Map<String, String> report(String arguments) {
    AgentReport report = conversation.report();
    if (report.isComplete()) {
      return Map.of(ERROR, "reported before");
    }
    if (arguments.length() > MAX_REPORT) {
      return Map.of(ERROR, "the report is too long");
    }
    try {
      Map<String, Object> document =
          AgentDocument.parse(arguments.getBytes(StandardCharsets.UTF_8))
              .report(report.isDisclosed(), report.language());
      beforeReport.run();
      report.accept(document);
      return Map.of(STATUS, "reported");
    } catch (InvalidDocumentException invalid) {
      return Map.of(ERROR, invalid.pointer() + " " + invalid.getMessage());
    }
  }
}
