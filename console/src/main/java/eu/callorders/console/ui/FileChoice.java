package eu.callorders.console.ui;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import javafx.stage.FileChooser;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** Asks the operator where to write a file; tests answer in place of the dialog of the system. */
@FunctionalInterface
public interface FileChoice {
  /** The dialog of the system. */
  FileChoice DIALOG =
      (chooser, owner) -> {
        @Nullable File file = chooser.showSaveDialog(owner);
        return Optional.ofNullable(file).map(File::toPath);
      };

  /** The chosen file; empty when the operator cancels. */
  Optional<Path> choose(FileChooser chooser, Window owner);
}
