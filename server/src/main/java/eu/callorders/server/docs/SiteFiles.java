package eu.callorders.server.docs;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The documents in the jar, and where the site shows them. */
final class SiteFiles {
  /** Documents of {@code docs} that are guides, in reading order. */
  static final List<String> GUIDES =
      List.of(
          "INTEGRATING",
          "CLIENTS",
          "SANDBOX",
          "SEQUENCES",
          "PROTECTION",
          "order-states",
          "attempt-states",
          "enrollment-states",
          "GLOSSARY",
          "PROVISIONING",
          "ADMINISTRATION",
          "OPERATING",
          "CONSOLE",
          "GATEWAY",
          "SIP",
          "ARCHITECTURE",
          "SIMULATION");

  static final String PROBLEMS = "PROBLEMS";
  static final String TIMELINE = "examples/overdue-sequence.svg";

  private static final Pattern DOCUMENT = Pattern.compile("(?:\\./)?([A-Za-z-]+)\\.md(#.*)?");

  private SiteFiles() {}

  static String guidePath(String guide) {
    return "/docs/guides/" + guide.toLowerCase(Locale.ROOT);
  }

  /** A document of {@code docs}. */
  static String document(String name) {
    return new String(read("/docs/" + name + ".md"), StandardCharsets.UTF_8);
  }

  static byte[] read(String resource) {
    try (InputStream stream = SiteFiles.class.getResourceAsStream(resource)) {
      if (stream == null) {
        throw new IllegalStateException("no resource " + resource);
      }
      return stream.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The address of a link in a document; empty for a file that the site does not have. */
  static Optional<String> target(String destination) {
    if (destination.startsWith("#")
        || destination.startsWith("/docs")
        || destination.startsWith("/openapi.")
        || destination.startsWith("https://")) {
      return Optional.of(destination);
    }
    if (destination.equals(TIMELINE)) {
      return Optional.of("/docs/" + TIMELINE);
    }
    if (destination.endsWith("openapi.yaml")) {
      return Optional.of("/docs/contract");
    }
    Matcher document = DOCUMENT.matcher(destination);
    return document.matches() ? page(document.group(1), document.group(2)) : Optional.empty();
  }

  private static Optional<String> page(String name, @Nullable String anchor) {
    if (name.equals(PROBLEMS)) {
      return Optional.of("/docs/problems" + (anchor == null ? "" : "/" + anchor.substring(1)));
    }
    return GUIDES.contains(name)
        ? Optional.of(guidePath(name) + (anchor == null ? "" : anchor))
        : Optional.empty();
  }
}
