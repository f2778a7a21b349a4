import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;

/**
 * Runs google-java-format over every source file: {@code check} refuses, {@code write} rewrites.
 */
void main(String[] args) throws IOException {
  boolean write = args[0].equals("write");
  List<String> arguments =
      new ArrayList<>(write ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
  arguments.addAll(sources(Path.of("")));
  ToolProvider formatter = ToolProvider.findFirst("google-java-format").orElseThrow();
  int exit = formatter.run(System.out, System.err, arguments.toArray(new String[0]));
  if (exit != 0 && !write) {
    System.err.println("These files are not formatted; run ./mvnw -q -N -Pformat");
  }
  System.exit(exit);
}

List<String> sources(Path root) throws IOException {
  Set<String> skipped = Set.of("target", "data", "node_modules", ".git");
  List<String> found = new ArrayList<>();
  Files.walkFileTree(
      root,
      new SimpleFileVisitor<>() {
        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
          return skipped.contains(directory.getFileName().toString())
              ? FileVisitResult.SKIP_SUBTREE
              : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
          if (file.toString().endsWith(".java")) {
            found.add(file.toString());
          }
          return FileVisitResult.CONTINUE;
        }
      });
  return found;
}
