package eu.callorders.console.imports;

import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.Navigation;
import java.io.File;
import java.util.List;
import java.util.Locale;
import javafx.scene.Node;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;

/** Imports a CSV file that is dropped onto the window. */
public final class FileDrop {
  private final ImportViewModel model;
  private final Navigation navigation;

  private FileDrop(ImportViewModel model, Navigation navigation) {
    this.model = model;
    this.navigation = navigation;
  }

  public static void install(Node window, ImportViewModel model, Navigation navigation) {
    FileDrop drop = new FileDrop(model, navigation);
    window.setOnDragOver(drop::over);
    window.setOnDragDropped(drop::dropped);
  }

  private void over(DragEvent event) {
    if (model.canOpen() && isCsv(event.getDragboard().getFiles())) {
      event.acceptTransferModes(TransferMode.COPY);
    }
  }

  private static boolean isCsv(List<File> files) {
    return files.size() == 1
        && files.getFirst().getName().toLowerCase(Locale.ROOT).matches(".*\\.(csv|txt)");
  }

  private void dropped(DragEvent event) {
    model.open(event.getDragboard().getFiles().getFirst().toPath());
    navigation.go(Link.to("imports", ""));
    event.setDropCompleted(true);
  }
}
