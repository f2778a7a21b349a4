package eu.callorders.console.order;

import java.io.IOException;

/** Writes HTML in which nothing that people or machines wrote is anything but text. */
final class Markup {
  private static final int FIRST_PRINTABLE = 0x20;
  private static final int DELETE = 0x7f;
  private static final int LAST_CONTROL = 0x9f;
  private static final int PLANE = 0xffff;
  private static final int FIRST_NONE = 0xfffe;

  private final Appendable out;

  Markup(Appendable out) {
    this.out = out;
  }

  /** Of the program itself, as it is. */
  Markup raw(String html) throws IOException {
    out.append(html);
    return this;
  }

  /** An element with that text; nothing at all when there is none. */
  Markup element(String name, String style, String text) throws IOException {
    if (text.isBlank()) {
      return this;
    }
    return open(name, style).text(text).close(name);
  }

  /**
   * Begins an element.
   *
   * @param style its class; empty for none
   */
  Markup open(String name, String style) throws IOException {
    out.append('<').append(name);
    if (!style.isEmpty()) {
      out.append(" class=\"").append(style).append('"');
    }
    out.append('>');
    return this;
  }

  Markup close(String name) throws IOException {
    out.append("</").append(name).append(">\n");
    return this;
  }

  /** Inside a string of a style, where nothing but letters and digits stands for itself. */
  Markup css(String text) throws IOException {
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      int point = text.codePointAt(at);
      boolean plain = point < DELETE && Character.isLetterOrDigit(point);
      out.append(plain ? Character.toString(point) : "\\%x ".formatted(point));
    }
    return this;
  }

  /** What is no character of a text, such as half of a pair, shows as U+FFFD. */
  Markup text(String text) throws IOException {
    for (int at = 0; at < text.length(); ) {
      int point = text.codePointAt(at);
      at += Character.charCount(point);
      switch (point) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case '\n', '\t' -> out.append((char) point);
        default -> out.append(isText(point) ? Character.toString(point) : "\ufffd");
      }
    }
    return this;
  }

  private static boolean isText(int point) {
    boolean control = point < FIRST_PRINTABLE || (point >= DELETE && point <= LAST_CONTROL);
    boolean surrogate = point <= PLANE && Character.isSurrogate((char) point);
    return !control && !surrogate && (point & PLANE) < FIRST_NONE;
  }
}
