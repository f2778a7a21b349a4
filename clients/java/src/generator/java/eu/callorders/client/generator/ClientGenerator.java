package eu.callorders.client.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;

/**
 * Writes the models and operations of the Java client. The build runs it from source: {@code java
 * ClientGenerator.java CONTRACT DIRECTORY}.
 */
public final class ClientGenerator {
  private ClientGenerator() {}

  public static void main(String[] args) throws IOException {
    ContractReader contract = ContractReader.read(Path.of(args[0]));
    SourceDirectory out = new SourceDirectory(Path.of(args[1]));
    out.clear();
    ModelWriter models = new ModelWriter(contract, out);
    new OperationWriter(contract, models, out).write();
    models.writeAll();
    new MemberWriter(contract).write(out);
    writeEventTypes(contract, out);
    System.out.println(out.count() + " files of the client written");
  }

  /** A list for programs that read events as JSON and load no models. */
  private static void writeEventTypes(ContractReader contract, SourceDirectory out)
      throws IOException {
    StringJoiner types = new StringJoiner("\", \"", "List.of(\"", "\");");
    contract.schema("KnownEventTypeFilter").path("enum").forEach(type -> types.add(type.asText()));
    Source source =
        new Source()
            .line("package " + SourceDirectory.API + ";")
            .line("")
            .line("import java.util.List;")
            .line("import javax.annotation.processing.Generated;")
            .line("")
            .line("/** The event types of this version of the contract, and wildcards of them. */")
            .line("@Generated(\"openapi.yaml\")")
            .line("public final class EventTypes {")
            .line("/** What filters and subscriptions accept. */")
            .line("public static final List<String> FILTERS =")
            .line(types.toString())
            .line("")
            .line("private EventTypes() {}")
            .line("}");
    out.write(SourceDirectory.API, "EventTypes", source);
  }

  /** The package directories of the generated sources. */
  static final class SourceDirectory {
    static final String MODEL = "eu.callorders.client.model";
    static final String API = "eu.callorders.client.api";

    private final Path root;
    private int count;

    SourceDirectory(Path root) {
      this.root = root;
    }

    void clear() throws IOException {
      if (Files.exists(root)) {
        try (var files = Files.walk(root)) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            Files.delete(file);
          }
        }
      }
    }

    void write(String packageName, String className, Source source) throws IOException {
      Path directory = root.resolve(packageName.replace('.', '/'));
      Files.createDirectories(directory);
      Files.writeString(directory.resolve(className + ".java"), source.toString());
      count++;
    }

    int count() {
      return count;
    }
  }
}
