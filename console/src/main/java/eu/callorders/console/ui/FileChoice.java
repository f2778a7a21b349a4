package eu.callorders.console.ui;

import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import javafx.stage.FileChooser;
import javafx.stage.Window;
import org.jspecify.annotations.Nullable;

/** Asks the operator for a file; tests answer in place of the dialog of the system. */
@FunctionalInterface
public interface FileChoice {
  /**
   * The dialog of the system: to write a file where the chooser proposes a name, else to read one.
   */
  FileChoice DIALOG =
      (chooser, owner) -> {
        boolean isWritten = chooser.getInitialFileName() != null;
        @Nullable File file =
            isWritten ? chooser.showSaveDialog(owner) : chooser.showOpenDialog(owner);
        return Optional.ofNullable(file).map(File::toPath);
      };

  /** The chosen file; empty when the operator cancels. */
  Optional<Path> choose(FileChooser chooser, Window owner);
}
