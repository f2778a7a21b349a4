package eu.callorders.console.admin;

import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Texts;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.layout.HBox;
import org.jspecify.annotations.Nullable;

/** Starts the verification of the audit chain and shows progress and result. */
public final class AuditChainPane extends HBox {
  private static final double PROGRESS = 16;

  private final Texts texts = Texts.beside(AuditChainPane.class);
  private final Button verify = new Button(texts.get("audit_chain.verify"));
  private final Button cancel = new Button(texts.get("cancel"));
  private final ProgressIndicator progress = new ProgressIndicator();
  private final Label said = new Label();

  public AuditChainPane() {
    super(8);
    setAlignment(Pos.CENTER_LEFT);
    getStyleClass().add("toolbar");
    verify.setId("audit-chain-verify");
    verify.setMinWidth(USE_PREF_SIZE);
    cancel.setMinWidth(USE_PREF_SIZE);
    said.setId("audit-chain-result");
    said.setWrapText(true);
    said.setMinHeight(USE_PREF_SIZE);
    progress.setPrefSize(PROGRESS, PROGRESS);
    getChildren().addAll(verify, cancel, progress, said);
  }

  void follow(AuditChainViewModel model) {
    verify.setOnAction(ignored -> model.verify());
    cancel.setOnAction(ignored -> model.cancel());
    model.walking().addListener(ignored -> draw(model));
    model.walked().addListener(ignored -> draw(model));
    model.verdict().addListener(ignored -> draw(model));
    model.failure().addListener(ignored -> draw(model));
    draw(model);
  }

  private void draw(AuditChainViewModel model) {
    boolean running = model.walking().get();
    verify.setDisable(running);
    cancel.setVisible(running);
    cancel.setManaged(running);
    progress.setVisible(running);
    progress.setManaged(running);
    Failure failure = model.failure().get();
    AuditChainViewModel.Verdict result = model.verdict().get();
    if (running) {
      said.setText(texts.get("audit_chain.walking", model.walked().get()));
    } else if (failure != null) {
      said.setText(
          texts.get(
              "audit_chain.unread", model.walked().get(), FailureMessage.of(failure).title()));
    } else {
      said.setText(words(result));
    }
    boolean broken = result != null && result.broken().isPresent();
    said.getStyleClass().setAll("label", broken ? "error-title" : "timeline-time");
  }

  private String words(AuditChainViewModel.@Nullable Verdict result) {
    if (result == null) {
      return "";
    }
    return result
        .broken()
        .map(
            broken ->
                texts.get(
                    "audit_chain." + broken.fault().name().toLowerCase(Locale.ROOT), broken.id()))
        .orElseGet(() -> texts.get("audit_chain.intact", result.entries(), result.newest()));
  }
}
