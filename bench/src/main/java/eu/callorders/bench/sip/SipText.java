package eu.callorders.bench.sip;

import java.net.SocketAddress;
import java.util.List;
import java.util.Locale;

/**
 * A message of SIP as it was received.
 *
 * @param lines first line and headers
 */
record SipText(List<String> lines, SocketAddress from) {

  static SipText parse(String text, SocketAddress from) {
    int end = text.indexOf("\r\n\r\n");
    return new SipText((end < 0 ? text : text.substring(0, end)).lines().toList(), from);
  }

  boolean isRequest() {
    return !lines.getFirst().startsWith("SIP/2.0 ");
  }

  /** Of a request. */
  String method() {
    return lines.getFirst().split(" ", 2)[0];
  }

  /** The first header of that name. */
  String header(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    return lines.stream()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
        .map(line -> line.substring(prefix.length()).strip())
        .findFirst()
        .orElse("");
  }

  String callId() {
    return header("Call-ID");
  }

  /** Of the topmost Via: a repetition has the same. */
  String branch() {
    return header("Via").replaceFirst(".*branch=([^;]*).*", "$1");
  }
}
