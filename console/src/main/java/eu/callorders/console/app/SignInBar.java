package eu.callorders.console.app;

import eu.callorders.console.ui.ErrorPane;
import eu.callorders.console.ui.Texts;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/** Sign-in form above the screen while the credentials of the session are rejected. */
final class SignInBar extends VBox {
  private static final double FIELD_WIDTH = 240;

  SignInBar(SignInViewModel model, Texts texts) {
    getStyleClass().add("sign-in");
    setId("sign-in");
    ErrorPane error = new ErrorPane();
    model.failure.addListener((ignored, before, now) -> error.show(now));
    TextField clientId = field(new TextField(), texts.get("sign_in.client_id"), "sign-in-client");
    PasswordField secret = new PasswordField();
    field(secret, texts.get("sign_in.secret"), "sign-in-secret");
    Button connect = new Button(texts.get("sign_in"));
    connect.setId("sign-in-again");
    connect.getStyleClass().add("accent");
    connect.disableProperty().bind(model.busy);
    connect.setOnAction(ignored -> model.signIn());
    secret.setOnAction(ignored -> model.signIn());
    clientId.textProperty().bindBidirectional(model.clientId);
    secret.textProperty().bindBidirectional(model.secret);
    HBox form = new HBox(8, clientId, secret, connect);
    form.setAlignment(Pos.CENTER_LEFT);
    getChildren().addAll(error, form);
    visibleProperty().bind(model.needed);
    managedProperty().bind(model.needed);
  }

  private static <T extends TextField> T field(T field, String prompt, String id) {
    field.setId(id);
    field.setPromptText(prompt);
    field.setAccessibleText(prompt);
    field.setPrefWidth(FIELD_WIDTH);
    return field;
  }
}
