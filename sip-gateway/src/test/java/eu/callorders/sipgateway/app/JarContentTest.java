package eu.callorders.sipgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.openai.models.realtime.RealtimeServerEvent;
import eu.callorders.sipgateway.realtime.RealtimeWriter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The jar has of OpenAI's library what is used, and little else. */
class JarContentTest {
  private static final Pattern INCLUDE = Pattern.compile("<include>(com/openai/.*)</include>");
  private static final Pattern NAME = Pattern.compile("com/openai/[A-Za-z0-9_/$]+");

  @Test
  void everyClassThatTheGatewayReachesIsIncluded() throws Exception {
    List<Pattern> includes = includes();
    Set<String> reached = reached();

    assertThat(reached).contains(name(RealtimeServerEvent.class)).hasSizeGreaterThan(1_000);
    assertThat(reached)
        .allMatch(
            name ->
                includes.stream().anyMatch(include -> include.matcher(name + ".class").matches()));
  }

  private static List<Pattern> includes() throws IOException {
    Matcher includes = INCLUDE.matcher(Files.readString(Path.of("pom.xml")));
    return includes
        .results()
        .map(
            include ->
                Pattern.compile(
                    include.group(1).replaceAll("(?<!\\*)\\*(?!\\*)", "[^/]*").replace("**", ".*")))
        .toList();
  }

  /** The classes that the package {@code realtime} needs, and those that these need. */
  private static Set<String> reached() throws Exception {
    Path own = Path.of(RealtimeWriter.class.getResource("RealtimeWriter.class").toURI());
    Deque<String> open = new ArrayDeque<>();
    try (Stream<Path> files = Files.list(own.getParent())) {
      for (Path file : files.toList()) {
        names(Files.readAllBytes(file)).forEach(open::add);
      }
    }
    Set<String> reached = new HashSet<>();
    while (!open.isEmpty()) {
      String name = open.pop();
      byte[] bytes = reached.contains(name) ? null : bytes(name);
      if (bytes != null) {
        reached.add(name);
        names(bytes).forEach(open::add);
      }
    }
    return reached;
  }

  /** Null for a name that is no class. */
  private static byte[] bytes(String name) throws IOException {
    try (InputStream in =
        RealtimeServerEvent.class.getClassLoader().getResourceAsStream(name + ".class")) {
      return in == null ? null : in.readAllBytes();
    }
  }

  private static Set<String> names(byte[] bytes) {
    Set<String> names = new HashSet<>();
    for (PoolEntry entry : ClassFile.of().parse(bytes).constantPool()) {
      if (entry instanceof Utf8Entry text) {
        NAME.matcher(text.stringValue()).results().forEach(found -> names.add(found.group()));
      }
    }
    return names;
  }

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }
}
