package eu.callorders.sipgateway.call;

import java.net.SocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A message that the peer of a test has received, read by rules of its own. */
public record SipMessage(String firstLine, List<String> headers, String body, SocketAddress from) {

  static SipMessage parse(String text, SocketAddress from) {
    int end = text.indexOf("\r\n\r\n");
    List<String> lines = Arrays.asList(text.substring(0, end).split("\r\n"));
    return new SipMessage(
        lines.getFirst(), lines.subList(1, lines.size()), text.substring(end + 4), from);
  }

  boolean isResponse() {
    return firstLine.startsWith("SIP/2.0");
  }

  String method() {
    return isResponse()
        ? header("CSeq").replaceFirst("[0-9]+\\s+", "")
        : firstLine.substring(0, firstLine.indexOf(' '));
  }

  int status() {
    return Integer.parseInt(firstLine.substring(8, 11));
  }

  public String uri() {
    return firstLine.split(" ")[1];
  }

  int cseq() {
    return Integer.parseInt(header("CSeq").split("\\s+")[0]);
  }

  String callId() {
    return header("Call-ID");
  }

  String branch() {
    return parameter("Via", "branch");
  }

  /** The value of the first header of that name; fails without one. */
  public String header(String name) {
    return headers(name).getFirst();
  }

  List<String> headers(String name) {
    String prefix = name.toLowerCase(Locale.ROOT) + ":";
    return headers.stream()
        .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(prefix))
        .map(line -> line.substring(prefix.length()).strip())
        .toList();
  }

  /** A parameter of a header; empty without it. */
  String parameter(String header, String name) {
    Matcher value = Pattern.compile(name + "=\"?([^;,\"\\s]+)").matcher(header(header));
    return value.find() ? value.group(1) : "";
  }

  public int mediaPort() {
    Matcher port = Pattern.compile("m=audio ([0-9]+) ").matcher(body);
    if (!port.find()) {
      throw new AssertionError("no audio in " + body);
    }
    return Integer.parseInt(port.group(1));
  }

  int length() {
    return firstLine.length()
        + 4
        + body.length()
        + headers.stream().mapToInt(line -> line.length() + 2).sum();
  }
}
