package eu.callorders.console.hold;

import eu.callorders.console.ui.Labels;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.ValueConverter;
import eu.callorders.console.ui.Visibility;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/** Whether a new hold concerns a whole person or number, or one claim, and which. */
final class HoldExtentPane extends VBox {
  private static final double GAP = 6;
  private static final double CHOICE_GAP = 18;

  final TextField number = new TextField();
  final Label error = Labels.wrapped("", "form-error");
  private final Texts texts;
  private final Runnable onChange;
  private final RadioButton whole = new RadioButton();
  private final RadioButton one = new RadioButton();
  private final ComboBox<KnownClaims.@Nullable Claim> known = new ComboBox<>();
  private final ComboBox<String> member;
  private final Label notice = Labels.wrapped("", "form-notice");
  private final VBox claim = new VBox(GAP);
  private KnownClaims claims = KnownClaims.NONE;
  private boolean choosing;

  /**
   * @param member the choices of a number's kind
   */
  HoldExtentPane(Texts texts, ComboBox<String> member, Runnable onChange) {
    super(GAP);
    this.texts = texts;
    this.member = member;
    this.onChange = onChange;
    ToggleGroup extents = new ToggleGroup();
    whole.setId("hold-whole");
    one.setId("hold-one-claim");
    whole.setToggleGroup(extents);
    one.setToggleGroup(extents);
    one.setText(texts.get("extent.claim"));
    nameWhole(false);
    known.setId("hold-known-claim");
    known.setAccessibleText(texts.get("claims.choose"));
    known.setConverter(new ValueConverter<>(this::shortText));
    known.setMaxWidth(Double.MAX_VALUE);
    Tooltip chosen = new Tooltip();
    chosen.textProperty().bind(known.valueProperty().map(this::describe));
    known.setTooltip(chosen);
    member.setId("hold-claim-member");
    member.setAccessibleText(texts.get("column.claim_member"));
    number.setId("hold-claim");
    number.setAccessibleText(texts.get("column.claim"));
    Labels.explainedWhenCut(number);
    HBox.setHgrow(number, Priority.ALWAYS);
    notice.setId("hold-claim-notice");
    notice.setMaxWidth(Double.MAX_VALUE);
    claim.getChildren().setAll(known, new HBox(CHOICE_GAP / 2, member, number), error, notice);
    getChildren().setAll(new FlowPane(CHOICE_GAP, GAP, whole, one), claim);
    extents.selectedToggleProperty().addListener(ignored -> changed());
    number.textProperty().addListener(ignored -> changed());
    member.valueProperty().addListener(ignored -> changed());
    known.valueProperty().addListener((ignored, before, now) -> choose(now));
    render();
  }

  /** Chooses the extent of that claim. */
  void preselect(KnownClaims.Claim claim) {
    one.setSelected(true);
    choose(claim);
  }

  private void choose(KnownClaims.@Nullable Claim chosen) {
    if (chosen != null) {
      choosing = true;
      member.setValue(chosen.number().getKey());
      number.setText(chosen.number().getValue());
      choosing = false;
      changed();
    }
  }

  private void changed() {
    if (!choosing) {
      render();
      onChange.run();
    }
  }

  NewHold.Extent extent() {
    if (whole.isSelected()) {
      return NewHold.Extent.WHOLE;
    }
    return one.isSelected() ? NewHold.Extent.CLAIM : NewHold.Extent.UNCHOSEN;
  }

  String member() {
    return member.getValue();
  }

  /** Offers those claims. */
  void show(KnownClaims found) {
    claims = found;
    known.setValue(null); // its cell would show the claim at the place of the one before
    known.getItems().setAll(found.choices());
    changed();
  }

  /** Says what the whole is: a number, or a person. */
  void nameWhole(boolean isNumber) {
    whole.setText(texts.get(isNumber ? "extent.number" : "extent.person"));
  }

  private void render() {
    String typed = number.getText().strip();
    List<KnownClaims.Claim> choices = claims.choices();
    Map.Entry<String, String> entered = Map.entry(member.getValue(), typed);
    known.setValue(
        choices.stream().filter(it -> it.number().equals(entered)).findFirst().orElse(null));
    Visibility.set(claim, one.isSelected());
    Visibility.set(known, !choices.isEmpty());
    notice.setText(notice(typed));
    Visibility.set(notice, !notice.getText().isEmpty());
  }

  private String notice(String typed) {
    return switch (claims.extent()) {
      case NONE -> "";
      case LOADING -> texts.get("claims.loading");
      case UNREADABLE -> texts.get("claims.unreadable");
      case NEWEST, ALL -> {
        boolean isNewest = claims.extent() == KnownClaims.Extent.NEWEST;
        if (typed.isEmpty()) {
          yield claims.claims().isEmpty() ? texts.get("claims.none") : "";
        }
        yield claims.contains(member.getValue(), typed)
            ? ""
            : texts.get(isNewest ? "claims.unknown.newest" : "claims.unknown");
      }
    };
  }

  /**
   * Without the creditor where several numbers tell which claim it is, since a choice is narrow.
   */
  private String shortText(KnownClaims.@Nullable Claim shown) {
    return shown == null
        ? texts.get("claims.choose")
        : text(shown, shown.numbers().size() == 1 ? shown.creditor() : "");
  }

  private String describe(KnownClaims.@Nullable Claim shown) {
    return shown == null ? texts.get("claims.choose") : text(shown, shown.creditor());
  }

  private String text(KnownClaims.Claim shown, String creditor) {
    return Stream.concat(
            shown.numbers().entrySet().stream()
                .map(it -> texts.value("claim_member", it.getKey()) + " " + it.getValue()),
            Stream.of(creditor, shown.outstanding()))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(" · "));
  }
}
