package eu.callorders.console.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import eu.callorders.console.RobotTest;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableView;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls of an order: transcripts and evidence. */
@RobotTest
@Tag("long")
class OrderCallsTest {
  private static final int CALLS = 2;

  @AutoClose private OrderScreenFixture stage;
  @TempDir private Path home;

  @BeforeEach
  void open() throws Exception {
    stage = new OrderScreenFixture();
    stage.respondWithoutDeliveries();
  }

  @Test
  void opensTheOnlyTranscriptWithItsTab() {
    String first = UnknownValueOrders.order("completed", true);
    String twoCalls =
        first
            .replace("ord_1", "ord_2")
            .replace("\"calls\": [", "\"calls\": [" + UnknownValueOrders.CALL + ",");
    stage.service.fixed("/v1/call-orders/ord_1", 200, first);
    stage.service.fixed("/v1/call-orders/ord_2", 200, twoCalls);
    stage.service.fixed("/v1/calls/call_1/transcript", 200, UnknownValueOrders.transcript(2, 40));
    TableView<?> table = stage.list(home, first, twoCalls);
    stage.choose(table, 0);
    stage.awaitShown("ord_1");
    assertThat(transcriptsRead()).as("before the tab is open").isZero();
    stage.runAndWait(() -> stage.tabs().getSelectionModel().select(CALLS));
    ListView<?> transcript = stage.find("#transcript");
    stage.await(transcript::isVisible);
    stage.choose(table, 1);
    stage.awaitShown("ord_2");
    assertThat(transcript.isVisible()).isFalse();
    assertThat(transcriptsRead()).isEqualTo(1);
  }

  @Test
  void opensTheEvidenceOfACallInPlaceOfTheTranscript() {
    String order = UnknownValueOrders.order("completed", true);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/calls/call_1/transcript", 200, UnknownValueOrders.transcript(2, 40));
    stage.service.fixed("/v1/calls/call_1/evidence", 200, EvidenceFactsTest.EVIDENCE);
    stage.choose(stage.list(home, order), 0);
    stage.awaitShown("ord_1");
    stage.runAndWait(() -> stage.tabs().getSelectionModel().select(CALLS));
    ListView<?> transcript = stage.find("#transcript");
    stage.await(transcript::isVisible);
    stage.press("#read-evidence");
    Node evidence = stage.find("#evidence");
    stage.await(() -> evidence.isVisible() && !stage.isVisible("#transcript"));
    stage.await(() -> stage.isVisible("#evidence .property-name"));
    assertThat(stage.<Label>find("#evidence-called").getText()).contains("+493023125021");
    stage.runAndWait(stage.screen()::refresh);
    assertThat(evidence.isVisible()).as("after a reload of the order").isTrue();
    stage.press("#read-transcript");
    stage.await(() -> transcript.isVisible() && !evidence.isVisible());
  }

  @Test
  void saysThatACallHasNoEvidenceYet() {
    String order = UnknownValueOrders.order("completed", true);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed(
        "/v1/calls/call_1/evidence", 409, "{\"status\":409,\"code\":\"evidence_not_ready\"}");
    stage.choose(stage.list(home, order), 0);
    stage.awaitShown("ord_1");
    stage.press("#read-evidence");
    stage.await(() -> stage.isVisible("#evidence .error-title"));
    assertThat(stage.<Label>find("#evidence .error-title").getText())
        .isEqualTo("The evidence does not exist yet");
    assertThat(stage.<Button>find("#evidence-page").isDisabled()).isTrue();
  }

  @Test
  void showsTheCallWholeAboveItsTranscript() {
    String order = UnknownValueOrders.order("completed", true);
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/calls/call_1/transcript", 200, UnknownValueOrders.transcript(40, 40));
    stage.choose(stage.list(home, order), 0);
    stage.awaitShown("ord_1");
    stage.runAndWait(() -> stage.tabs().getSelectionModel().select(CALLS));
    ListView<?> transcript = stage.find("#transcript");
    stage.await(transcript::isVisible);
    ScrollPane calls = stage.find("#call-list");
    Region card = stage.find(".call-card");
    stage.await(
        () -> card.getHeight() > 0 && calls.getViewportBounds().getHeight() >= card.getHeight());
  }

  @Test
  void leavesATranscriptHalfOfTheHeightBelowManyCalls() {
    String order =
        UnknownValueOrders.order("completed", true)
            .replace("\"calls\": [", "\"calls\": [" + (UnknownValueOrders.CALL + ",").repeat(7));
    stage.service.fixed("/v1/call-orders/ord_1", 200, order);
    stage.service.fixed("/v1/calls/call_1/transcript", 200, UnknownValueOrders.transcript(40, 40));
    stage.choose(stage.list(home, order), 0);
    stage.awaitShown("ord_1");
    stage.runAndWait(() -> stage.tabs().getSelectionModel().select(CALLS));
    ScrollPane calls = stage.find("#call-list");
    VBox tab = (VBox) calls.getParent();
    stage.await(() -> calls.getHeight() > 0.9 * tab.getHeight());
    stage.press("#read-transcript");
    ListView<?> transcript = stage.find("#transcript");
    stage.await(() -> transcript.isVisible() && transcript.getHeight() > 0.3 * tab.getHeight());
    assertThat(calls.getHeight()).isCloseTo(tab.getHeight() / 2, within(1.0));
  }

  private long transcriptsRead() {
    return stage.service.requests().stream()
        .filter(request -> request.target().endsWith("/transcript"))
        .count();
  }
}
