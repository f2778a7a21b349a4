package eu.callorders.sipgateway.sip;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where a request within a dialog goes: its first route, else the remote target. */
public final class NextHop {
  private static final Pattern URI =
      Pattern.compile(
          "(?i).*?<?sips?:(?:[^@>]*@)?(\\[[0-9a-f:.]+]|[0-9.]+)(?::([0-9]{1,5}))?([;>?].*)?");
  private static final int MAX_LENGTH = 1_000; // The pattern takes quadratic time.
  private static final Pattern TRANSPORT = Pattern.compile("(?i).*;transport=(udp|tcp|tls).*");

  private NextHop() {}

  /**
   * A host name stands for the address that the INVITE was sent to. Every address must show the
   * certificate of the trunk.
   */
  public static Target of(Dialog dialog) {
    String uri = dialog.routes().isEmpty() ? dialog.requestUri() : dialog.routes().getFirst();
    Matcher parts = URI.matcher(uri);
    if (uri.length() > MAX_LENGTH || !parts.matches()) {
      return dialog.target();
    }
    Matcher parameter = TRANSPORT.matcher(parts.group(3) == null ? "" : parts.group(3));
    String transport =
        parameter.matches()
            ? parameter.group(1).toLowerCase(Locale.ROOT)
            : dialog.target().transport();
    int port =
        parts.group(2) != null
            ? Integer.parseInt(parts.group(2))
            : transport.equals("tls") ? 5061 : 5060;
    return new Target(
        parts.group(1).replaceAll("[\\[\\]]", ""), port, transport, dialog.target().name());
  }
}
