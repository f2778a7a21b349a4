package eu.callorders.client.generator;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
    System.out.println(out.count() + " files of the client written");
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
