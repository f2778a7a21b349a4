package eu.callorders.console.ui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Objects;
import javafx.fxml.FXMLLoader;
import javafx.scene.Parent;

/** Loads the FXML of a view: {@code XView.fxml} beside {@code XView}, which is its controller. */
public final class Fxml {
  private Fxml() {}

  /** Fills the fields of the view and calls its {@code initialize}. */
  public static Parent load(Object view, Texts texts) {
    Class<?> type = view.getClass();
    URL url = Objects.requireNonNull(type.getResource(type.getSimpleName() + ".fxml"));
    FXMLLoader loader = new FXMLLoader(url, texts.bundle());
    loader.setClassLoader(type.getClassLoader());
    loader.setController(view);
    try {
      return loader.load();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
