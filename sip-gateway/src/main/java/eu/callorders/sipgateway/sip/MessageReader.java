package eu.callorders.sipgateway.sip;

import gov.nist.javax.sip.header.Via;
import gov.nist.javax.sip.message.SIPMessage;
import gov.nist.javax.sip.message.SIPRequest;
import gov.nist.javax.sip.message.SIPResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sip.header.ContactHeader;
import javax.sip.header.Header;
import javax.sip.header.RecordRouteHeader;
import org.jspecify.annotations.Nullable;

/** Copies the parts of a parsed message that calls need. */
final class MessageReader {
  private static final Pattern CAUSE =
      Pattern.compile("(?i)\\s*Q\\.850\\s*;(?:.*;)?\\s*cause\\s*=\\s*([0-9]{1,3}).*");
  private static final Pattern SECONDS = Pattern.compile("\\s*([0-9]{1,9}).*", Pattern.DOTALL);
  private static final Pattern REFRESHER = Pattern.compile("(?i);\\s*refresher\\s*=\\s*(ua[cs])");
  private static final int MAX_ROUTES = 20;

  private MessageReader() {}

  static SipResponse response(SIPResponse message) {
    int status = message.getStatusCode();
    boolean proxy = status == 407;
    return new SipResponse(
        status,
        String.valueOf(message.getReasonPhrase()),
        message.getCallId().getCallId(),
        message.getCSeq().getSeqNumber(),
        message.getCSeq().getMethod(),
        String.valueOf(message.getTopmostVia().getBranch()),
        message.getToTag(),
        contact(message),
        routes(message, RecordRouteHeader.NAME),
        body(message),
        headers(message, proxy ? "Proxy-Authenticate" : "WWW-Authenticate").stream()
            .map(MessageReader::value)
            .toList(),
        proxy,
        q850(message),
        seconds(message, status == 423 ? "Min-Expires" : "Min-SE"),
        extensions(message, "Require"),
        seconds(message, "Retry-After"),
        sessionExpires(message, refresher -> !refresher.equals("uas")),
        routes(message, "Service-Route"),
        contacts(message),
        seconds(message, "Expires"),
        seenAs(message.getTopmostVia()));
  }

  private static List<String> extensions(SIPMessage message, String name) {
    return headers(message, name).stream()
        .flatMap(header -> Stream.of(value(header).toLowerCase(Locale.ROOT).split("\\s*,\\s*", -1)))
        .toList();
  }

  private static List<String> routes(SIPMessage message, String name) {
    return headers(message, name).stream().map(MessageReader::value).limit(MAX_ROUTES).toList();
  }

  /** A registrar lists the contacts of others at the same address of record, too. */
  private static Map<String, Integer> contacts(SIPMessage message) {
    Map<String, Integer> seconds = new HashMap<>();
    for (Header header : headers(message, ContactHeader.NAME)) {
      if (header instanceof ContactHeader contact
          && !contact.isWildCard()
          && contact.getExpires() >= 0) {
        String uri = contact.getAddress().getURI().toString();
        seconds.put(SipResponse.withoutParameters(uri), contact.getExpires());
      }
    }
    return seconds;
  }

  private static SipResponse.@Nullable SeenAs seenAs(Via via) {
    String host = via.getReceived();
    int port = via.getRPort() > 0 ? via.getRPort() : via.getPort();
    return host == null ? null : new SipResponse.SeenAs(host, port);
  }

  static SipRequest request(SIPRequest message, Object transaction) {
    boolean timer = extensions(message, "Supported").contains("timer");
    return new SipRequest(
        message.getMethod(),
        message.getCallId().getCallId(),
        String.valueOf(message.getFromTag()),
        message.getToTag(),
        message.getCSeq().getSeqNumber(),
        contact(message),
        message.getContentTypeHeader() == null
            ? null
            : (message.getContentTypeHeader().getContentType()
                    + "/"
                    + message.getContentTypeHeader().getContentSubType())
                .toLowerCase(Locale.ROOT),
        body(message),
        q850(message),
        sessionExpires(message, refresher -> !timer || refresher.equals("uas")),
        timer,
        transaction);
  }

  private static @Nullable String contact(SIPMessage message) {
    return message.getHeader(ContactHeader.NAME) instanceof ContactHeader contact
            && !contact.isWildCard()
        ? contact.getAddress().getURI().toString()
        : null;
  }

  private static @Nullable String body(SIPMessage message) {
    byte[] content = message.getRawContent();
    return content == null || content.length == 0
        ? null
        : new String(content, StandardCharsets.UTF_8);
  }

  private static @Nullable Integer q850(SIPMessage message) {
    for (Header reason : headers(message, "Reason")) {
      Matcher cause = CAUSE.matcher(value(reason));
      if (cause.matches()) {
        return Integer.valueOf(cause.group(1));
      }
    }
    return null;
  }

  private static @Nullable Integer seconds(SIPMessage message, String name) {
    List<Header> found = headers(message, name);
    Matcher seconds = found.isEmpty() ? null : SECONDS.matcher(value(found.getFirst()));
    return seconds != null && seconds.matches() ? Integer.valueOf(seconds.group(1)) : null;
  }

  /**
   * The session timer.
   *
   * @param weRefresh decides by the refresher, which is empty when the header names none
   */
  private static @Nullable SessionExpires sessionExpires(
      SIPMessage message, Predicate<String> weRefresh) {
    Integer seconds = seconds(message, "Session-Expires");
    if (seconds == null) {
      return null;
    }
    Matcher refresher = REFRESHER.matcher(value(headers(message, "Session-Expires").getFirst()));
    String side = refresher.find() ? refresher.group(1).toLowerCase(Locale.ROOT) : "";
    return new SessionExpires(seconds, weRefresh.test(side));
  }

  private static List<Header> headers(SIPMessage message, String name) {
    List<Header> found = new ArrayList<>();
    message.getHeaders(name).forEachRemaining(found::add);
    return found;
  }

  private static String value(Header header) {
    String text = header.toString();
    return text.substring(text.indexOf(':') + 1).strip();
  }
}
