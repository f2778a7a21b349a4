package eu.callorders.console.admin;

import eu.callorders.console.api.Failure;
import eu.callorders.console.ui.FailureMessage;
import eu.callorders.console.ui.Labels;
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

  private final Texts texts = Texts.of(AuditChainPane.class);
  private final Button verify = new Button(texts.get("audit_chain.verify"));
  private final Button cancel = new Button(texts.get("cancel"));
  private final ProgressIndicator progress = new ProgressIndicator();
  private final Label resultLabel = Labels.wrapped("");

  public AuditChainPane() {
    super(8);
    setAlignment(Pos.CENTER_LEFT);
    getStyleClass().add("toolbar");
    verify.setId("audit-chain-verify");
    verify.setMinWidth(USE_PREF_SIZE);
    cancel.setMinWidth(USE_PREF_SIZE);
    resultLabel.setId("audit-chain-result");
    progress.setPrefSize(PROGRESS, PROGRESS);
    getChildren().addAll(verify, cancel, progress, resultLabel);
  }

  void bind(AuditChainViewModel model) {
    verify.setOnAction(ignored -> model.verify());
    verify.disableProperty().bind(model.action.busy);
    cancel.setOnAction(ignored -> model.action.cancel());
    cancel.visibleProperty().bind(model.action.busy);
    cancel.managedProperty().bind(model.action.busy);
    progress.visibleProperty().bind(model.action.busy);
    progress.managedProperty().bind(model.action.busy);
    model.action.busy.addListener(ignored -> render(model));
    model.action.failure.addListener(ignored -> render(model));
    model.verifiedEntries.addListener(ignored -> render(model));
    model.result.addListener(ignored -> render(model));
    render(model);
  }

  private void render(AuditChainViewModel model) {
    long verified = model.verifiedEntries.get();
    Failure failure = model.action.failure.get();
    AuditChainViewModel.Verdict result = model.result.get();
    resultLabel.setText(
        model.action.busy.get()
            ? texts.get("audit_chain.walking", verified)
            : failure != null
                ? texts.get("audit_chain.unread", verified, FailureMessage.of(failure).title())
                : text(result));
    boolean broken = result != null && result.broken().isPresent();
    resultLabel.getStyleClass().setAll("label", broken ? "error-title" : "timeline-time");
  }

  private String text(AuditChainViewModel.@Nullable Verdict result) {
    if (result == null) {
      return "";
    }
    return result
        .broken()
        .map(it -> texts.get("audit_chain." + it.defect().name().toLowerCase(Locale.ROOT), it.id()))
        .orElseGet(() -> texts.get("audit_chain.intact", result.entries(), result.newest()));
  }
}
