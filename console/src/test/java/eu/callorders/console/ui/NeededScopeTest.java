package eu.callorders.console.ui;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.RobotTest;
import eu.callorders.console.UiRobot;
import eu.callorders.console.api.Scope;
import java.util.Locale;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxToolkit;

@RobotTest
@SuppressWarnings("NullAway.Init")
class NeededScopeTest extends UiRobot {
  private final Button order = new Button("Order");
  private final Button other = new Button("Other");
  private final HBox bar = new HBox(order, other);
  private NeededScope needed;

  @BeforeEach
  void open() throws Exception {
    Stage stage = FxToolkit.registerPrimaryStage();
    runAndWait(
        () -> {
          order.setDisable(true);
          needed =
              new NeededScope(
                  Texts.of(NeededScope.class, Locale.ENGLISH), Scope.ORDERS_WRITE, order);
          stage.setScene(new Scene(bar, 300, 200));
          stage.show();
        });
  }

  @AfterEach
  void close() throws Exception {
    FxToolkit.cleanupStages();
  }

  private static boolean tooltipIsShown() {
    return Window.getWindows().stream()
        .anyMatch(it -> it instanceof Tooltip tip && tip.getText().contains("orders:write"));
  }

  @Test
  void showsScopeInTooltipAndAccessibleHelp() {
    runAndWait(() -> needed.setGranted(false));
    robot().moveTo(order);
    await(NeededScopeTest::tooltipIsShown);
    assertThat(order.getAccessibleHelp()).contains("orders:write");
  }

  @Test
  void removesHintAndKeepsLayoutOnceGranted() {
    runAndWait(() -> needed.setGranted(false));
    runAndWait(() -> needed.setGranted(true));
    assertThat(order.getAccessibleHelp()).isNull();
    assertThat(bar.getChildren()).hasSize(2).last().isEqualTo(other);
    assertThat(order.getParent().getParent()).isEqualTo(bar);
    runAndWait(() -> order.setVisible(false));
    assertThat(order.getParent().isVisible()).isFalse();
  }
}
