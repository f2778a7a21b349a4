package eu.callorders.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeoutException;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;

@RobotTest
class PicturesTest extends UiRobot {
  private final Pictures pictures = new Pictures();
  private final Label label = new Label("short");
  private Stage stage;

  @BeforeEach
  void open() throws TimeoutException {
    stage = FxToolkit.registerPrimaryStage();
    runAndWait(
        () -> {
          stage.setScene(new Scene(new StackPane(label)));
          stage.show();
        });
  }

  @AfterEach
  void close() throws TimeoutException {
    FxToolkit.cleanupStages();
  }

  @Test
  void findsNothingWhereAllTextsFit() {
    pictures.take(this, "fits", stage, 0);
    assertThat(pictures.faults()).isEmpty();
  }

  @Test
  void findsTextsThatAreCutAtOneWidth() {
    runAndWait(
        () ->
            label
                .maxWidthProperty()
                .bind(stage.widthProperty().map(width -> width.intValue() == 1360 ? 20 : 900)));
    pictures.take(this, "narrow", stage, 0);
    assertThat(pictures.faults()).singleElement().asString().startsWith("narrow-1360-");
  }

  @Test
  void findsTextsThatAreCutAtHighScale() {
    runAndWait(
        () ->
            label
                .maxWidthProperty()
                .bind(
                    stage.renderScaleXProperty().map(scale -> scale.intValue() == 2 ? 20.0 : 900)));
    pictures.take(this, "scaled", stage, 0);
    pictures.take(this, "dialog", stage.getScene());
    assertThat(pictures.faults())
        .hasSize(2)
        .anyMatch(fault -> fault.startsWith("scaled-1024-200-"))
        .anyMatch(fault -> fault.startsWith("dialog-200-"));
    assertThat(stage.getRenderScaleX()).isEqualTo(1);
  }

  @Test
  void findsTextsThatAreSqueezed() {
    runAndWait(
        () -> {
          label.setText("one two three four five six seven");
          label.setWrapText(true);
          label.setMaxWidth(20);
        });
    pictures.take(this, "dialog", stage.getScene());
    assertThat(pictures.faults()).allMatch(fault -> fault.contains("squeezed text")).isNotEmpty();
  }

  @Test
  void findsAPromptThatIsCutUnlessItWraps() {
    TextArea area = read(TextArea::new);
    runAndWait(
        () -> {
          area.setPromptText("a prompt that is longer than the area is wide");
          area.setMaxWidth(60);
          stage.setScene(new Scene(new StackPane(area)));
        });
    pictures.take(this, "dialog", stage.getScene());
    assertThat(pictures.faults()).allMatch(fault -> fault.contains("cut prompt")).isNotEmpty();
    pictures.faults().clear();
    runAndWait(() -> area.setWrapText(true));
    pictures.take(this, "dialog", stage.getScene());
    assertThat(pictures.faults()).isEmpty();
  }

  @Test
  void scalesDialogsWithTheirOwner() {
    Stage dialog = read(Stage::new);
    runAndWait(
        () -> {
          dialog.initOwner(stage);
          dialog.renderScaleXProperty().bind(stage.renderScaleXProperty());
          dialog.renderScaleYProperty().bind(stage.renderScaleYProperty());
          dialog.setScene(new Scene(new StackPane(new Label("short"))));
          dialog.show();
        });
    pictures.take(this, "dialog", dialog.getScene());
    assertThat(pictures.faults()).isEmpty();
    runAndWait(dialog::hide);
  }
}
