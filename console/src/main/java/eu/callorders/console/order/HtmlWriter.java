package eu.callorders.console.order;

import java.io.IOException;

/** Writes HTML and escapes all dynamic text. */
final class HtmlWriter {
  private static final int FIRST_PRINTABLE = 0x20;
  private static final int DELETE_CHARACTER = 0x7f;
  private static final int LAST_CONTROL = 0x9f;
  private static final int PLANE_MASK = 0xffff;
  private static final int FIRST_NONCHARACTER = 0xfffe;

  private final Appendable out;

  HtmlWriter(Appendable out) {
    this.out = out;
  }

  /** Appends trusted markup unescaped. */
  HtmlWriter raw(String html) throws IOException {
    out.append(html);
    return this;
  }

  /** An element with this text; nothing when the text is blank. */
  HtmlWriter element(String name, String cssClass, String text) throws IOException {
    if (text.isBlank()) {
      return this;
    }
    return open(name, cssClass).text(text).close(name);
  }

  /**
   * Opens an element.
   *
   * @param cssClass its CSS class; empty for none
   */
  HtmlWriter open(String name, String cssClass) throws IOException {
    out.append('<').append(name);
    if (!cssClass.isEmpty()) {
      out.append(" class=\"").append(cssClass).append('"');
    }
    out.append('>');
    return this;
  }

  HtmlWriter close(String name) throws IOException {
    out.append("</").append(name).append(">\n");
    return this;
  }

  /** Text inside a CSS string: everything but letters and digits is escaped. */
  HtmlWriter css(String text) throws IOException {
    for (int index = 0;
        index < text.length();
        index += Character.charCount(text.codePointAt(index))) {
      int codePoint = text.codePointAt(index);
      boolean plain = codePoint < DELETE_CHARACTER && Character.isLetterOrDigit(codePoint);
      out.append(plain ? Character.toString(codePoint) : "\\%x ".formatted(codePoint));
    }
    return this;
  }

  /** Escapes text; characters that HTML forbids, such as lone surrogates, become U+FFFD. */
  HtmlWriter text(String text) throws IOException {
    for (int index = 0; index < text.length(); ) {
      int codePoint = text.codePointAt(index);
      index += Character.charCount(codePoint);
      switch (codePoint) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case '\n', '\t' -> out.append((char) codePoint);
        default -> out.append(isText(codePoint) ? Character.toString(codePoint) : "\ufffd");
      }
    }
    return this;
  }

  private static boolean isText(int codePoint) {
    boolean control =
        codePoint < FIRST_PRINTABLE || (codePoint >= DELETE_CHARACTER && codePoint <= LAST_CONTROL);
    boolean surrogate = codePoint <= PLANE_MASK && Character.isSurrogate((char) codePoint);
    return !control && !surrogate && (codePoint & PLANE_MASK) < FIRST_NONCHARACTER;
  }
}
