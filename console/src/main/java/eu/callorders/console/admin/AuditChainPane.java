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

/** Has the chain of the audit log verified, and says how far it is and what came of it. */
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
    boolean walking = model.walking().get();
    verify.setDisable(walking);
    cancel.setVisible(walking);
    cancel.setManaged(walking);
    progress.setVisible(walking);
    progress.setManaged(walking);
    Failure failure = model.failure().get();
    AuditChainViewModel.Verdict verdict = model.verdict().get();
    if (walking) {
      said.setText(texts.get("audit_chain.walking", model.walked().get()));
    } else if (failure != null) {
      said.setText(
          texts.get(
              "audit_chain.unread", model.walked().get(), FailureMessage.of(failure).title()));
    } else {
      said.setText(words(verdict));
    }
    boolean broken = verdict != null && verdict.broken().isPresent();
    said.getStyleClass().setAll("label", broken ? "error-title" : "timeline-time");
  }

  private String words(AuditChainViewModel.@Nullable Verdict verdict) {
    if (verdict == null) {
      return "";
    }
    return verdict
        .broken()
        .map(
            broken ->
                texts.get(
                    "audit_chain." + broken.fault().name().toLowerCase(Locale.ROOT), broken.id()))
        .orElseGet(() -> texts.get("audit_chain.intact", verdict.entries(), verdict.newest()));
  }
}
