package eu.callorders.console.app;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.admin.AdminView;
import eu.callorders.console.admin.HaltViewModel;
import eu.callorders.console.bulk.BulkViewModel;
import eu.callorders.console.enrollment.EnrollmentsView;
import eu.callorders.console.event.EventsView;
import eu.callorders.console.hold.HoldsView;
import eu.callorders.console.imports.ImportView;
import eu.callorders.console.imports.ImportViewModel;
import eu.callorders.console.order.OrdersView;
import eu.callorders.console.ordertype.OrderTypesView;
import eu.callorders.console.overview.OverviewView;
import eu.callorders.console.sandbox.SandboxView;
import eu.callorders.console.sequence.SequencesView;
import eu.callorders.console.signal.SignalsView;
import eu.callorders.console.subject.SubjectsView;
import eu.callorders.console.suppression.SuppressionsView;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.ui.ScreenContext;
import eu.callorders.console.webhook.DeliveriesView;
import eu.callorders.console.webhook.WebhooksView;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.value.ObservableValue;

/** The screens of the console. */
final class Features {
  private Features() {}

  /** In navigation order. */
  static List<Feature> all(
      Optional<HaltViewModel> halts,
      ObservableValue<List<JsonNode>> endpoints,
      Function<ScreenContext, BulkViewModel> orderActions,
      Function<ScreenContext, BulkViewModel> deliveryActions,
      Function<ScreenContext, ImportViewModel> imports) {
    return List.of(
        OverviewView.feature(endpoints),
        OrdersView.feature(orderActions),
        EnrollmentsView.feature(),
        SequencesView.feature(),
        OrderTypesView.feature(),
        EventsView.feature(),
        WebhooksView.feature(),
        DeliveriesView.feature(deliveryActions),
        SuppressionsView.feature(),
        HoldsView.feature(),
        SubjectsView.feature(),
        SandboxView.feature(),
        AdminView.feature(halts),
        SignalsView.feature(),
        ImportView.feature(imports));
  }
}
