package eu.callorders.console.subject;

import eu.callorders.console.api.Scope;
import eu.callorders.console.session.SubjectName;
import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.DetailScreen;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.Link;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.ui.SearchReportFormatter;
import eu.callorders.console.ui.Texts;
import eu.callorders.console.work.PagedRows;
import java.util.List;
import javafx.collections.ListChangeListener;
import javafx.fxml.FXML;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;

/** The list of persons, and the page of one beside it. */
@SuppressWarnings("NullAway.Init") // FXML fills the fields
public final class SubjectsView extends DetailScreen<SubjectName, SubjectsViewModel> {
  public static final String ID = "subjects";
  private static final List<String> LONGEST_PHONE = List.of("+888…8888");

  @FXML private TextField search;
  @FXML private Label searched;

  private final SubjectDetailView detailView;
  private boolean opensOnlyHit;

  private SubjectsView(ScreenContext context, SubjectDetailViewModel detail) {
    super(context, new SubjectsViewModel(context.background(), context.session()), detail);
    load();
    this.detailView = new SubjectDetailView(detail, context, this::hideDetail, this::reveal);
    setDetailView(detailView.root());
    listen(model::handleEvents);
    listen(detail::handleEvents);
  }

  public static Feature feature() {
    Texts texts = Texts.of(SubjectsView.class);
    return new Feature(
        ID,
        texts.get("title"),
        "fth-user",
        session -> session.may(Scope.ORDERS_READ) || session.may(Scope.CONFIG_READ),
        texts.get("needs.scope", Scope.ORDERS_READ.wireName()),
        context ->
            new SubjectsView(
                context, new SubjectDetailViewModel(context.background(), context.session())));
  }

  @FXML
  void initialize() {
    showTable(ID, columns(), SubjectName::reference);
    model.rows().rows().addListener((ListChangeListener<SubjectName>) this::rememberNames);
    model.rows().state().addListener((ignored, before, now) -> openOnlyHit(now));
    searchBy(search, model.search);
    SearchReportFormatter.show(searched, model.textSearch, texts);
  }

  private List<Column<SubjectName>> columns() {
    Columns<SubjectName> columns = new Columns<>(texts);
    return List.of(
        columns.subject(context.names(), SubjectName::reference),
        columns
            .observed(
                "phone",
                0,
                row -> context.names().ofSubject(row.reference()).map(SubjectName::phone),
                SubjectName::phone)
            .asWideAs(LONGEST_PHONE),
        columns.time("newest_order", SubjectName::asOf));
  }

  /** Rows of events have neither name nor phone: both are read when they are visible. */
  private void rememberNames(ListChangeListener.Change<? extends SubjectName> change) {
    while (change.next()) {
      change.getAddedSubList().stream()
          .filter(person -> !person.phone().isEmpty())
          .forEach(context.names()::put);
    }
  }

  /** A link that searches opens the person that it finds, if there is only one. */
  @Override
  public void open(Link link) {
    super.open(link);
    opensOnlyHit = !link.filter().isEmpty();
  }

  /** What the operator selects while a link searches stays. */
  @Override
  protected void showDetail(String identifier) {
    opensOnlyHit = false;
    super.showDetail(identifier);
  }

  private void openOnlyHit(PagedRows.State state) {
    if (opensOnlyHit && state == PagedRows.State.COMPLETE) {
      opensOnlyHit = false;
      if (model.rows().rows().size() == 1) {
        showDetail(model.rows().rows().getFirst().reference());
      }
    }
  }

  @Override
  public void applyScopes() {
    detailView.scopesChanged();
    model.reload();
  }
}
