package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Scope;
import eu.callorders.console.bulk.BulkAction;
import eu.callorders.console.bulk.BulkActions;
import eu.callorders.console.bulk.Selection;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What can be done with many deliveries. */
public final class DeliveryActions {
  static final BulkAction RESEND =
      new BulkAction(
          "resend_deliveries",
          Scope.CONFIG_WRITE,
          false,
          (session, id, key, ignored) ->
              session
                  .api()
                  .postPaced(
                      DeliveryRow.PATH + "/" + id + "/resend", key, MissingNode.getInstance()));

  private DeliveryActions() {}

  public static BulkActions all() {
    return new BulkActions(DeliveriesView.ID, Texts.of(DeliveryActions.class), List.of(RESEND));
  }

  static Selection select(int count, Stream<DeliveryRow> rows) {
    return Selection.of(count, rows, DeliveryRow::id, Map.of(RESEND, ignored -> true));
  }
}
