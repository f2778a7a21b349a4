package eu.callorders.sipgateway.sip;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The text of a request. Every value comes from the settings, a number or a parsed message. */
public final class RequestText {
  static final String ALLOW = "Allow: INVITE, ACK, CANCEL, BYE, OPTIONS, INFO, UPDATE";

  private static final String CRLF = "\r\n";

  private final String method;
  private final String requestUri;
  private final List<String> headers = new ArrayList<>();
  private @Nullable String body;

  private RequestText(String method, String requestUri) {
    this.method = method;
    this.requestUri = requestUri;
  }

  /** A request of a leg; {@code branch} names its transaction. */
  public static RequestText of(String method, Dialog dialog, int cseq, String branch) {
    RequestText text = new RequestText(method, dialog.requestUri());
    text.via(dialog.target(), dialog.viaHost(), dialog.viaPort(), branch);
    dialog.routes().forEach(route -> text.header("Route", route));
    text.header("From", "<" + dialog.localUri() + ">;tag=" + dialog.localTag());
    String tag = dialog.remoteTag() == null ? "" : ";tag=" + dialog.remoteTag();
    text.header("To", "<" + dialog.remoteUri() + ">" + tag);
    text.header("Call-ID", dialog.callId());
    text.header("CSeq", cseq + " " + method);
    return text;
  }

  /** A request outside of any dialog, such as OPTIONS. */
  public static RequestText outside(
      String method, String requestUri, String localUri, Target target, String host, int port) {
    RequestText text = new RequestText(method, requestUri);
    text.via(target, host, port, Identifiers.branch());
    text.header("From", "<" + localUri + ">;tag=" + Identifiers.tag());
    text.header("To", "<" + requestUri + ">");
    text.header("Call-ID", Identifiers.callId());
    text.header("CSeq", "1 " + method);
    return text;
  }

  /** A REGISTER; the registrations of a process share their Call-ID and count their CSeq. */
  public static RequestText register(
      Registration registration, int cseq, Target target, String host, int port) {
    RequestText text = new RequestText("REGISTER", registration.registrar());
    text.via(target, host, port, Identifiers.branch());
    text.header("From", "<" + registration.user() + ">;tag=" + registration.tag());
    text.header("To", "<" + registration.user() + ">");
    text.header("Call-ID", registration.callId());
    text.header("CSeq", cseq + " REGISTER");
    return text;
  }

  public RequestText header(String name, String value) {
    headers.add(name + ": " + value);
    return this;
  }

  /** Adds a complete line. */
  public RequestText line(String header) {
    headers.add(header);
    return this;
  }

  public RequestText contact(String uri) {
    headers.add("Contact: <" + uri + ">");
    headers.add(ALLOW);
    return this;
  }

  public RequestText sdp(String description) {
    body = description;
    return header("Content-Type", "application/sdp");
  }

  String method() {
    return method;
  }

  private void via(Target target, String host, int port, String branch) {
    header("Via", "SIP/2.0/%s %s:%d;rport;branch=%s".formatted(target.via(), host, port, branch));
    header("Max-Forwards", "70");
  }

  @Override
  public String toString() {
    int length = body == null ? 0 : body.getBytes(StandardCharsets.UTF_8).length;
    return method
        + " "
        + requestUri
        + " SIP/2.0"
        + CRLF
        + String.join(CRLF, headers)
        + CRLF
        + "Content-Length: "
        + length
        + CRLF
        + CRLF
        + (body == null ? "" : body);
  }
}
