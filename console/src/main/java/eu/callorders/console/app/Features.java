package eu.callorders.console.app;

import eu.callorders.console.admin.AdminFeature;
import eu.callorders.console.admin.HaltViewModel;
import eu.callorders.console.enrollment.EnrollmentsView;
import eu.callorders.console.event.EventsView;
import eu.callorders.console.order.OrdersView;
import eu.callorders.console.ordertype.OrderTypesView;
import eu.callorders.console.overview.OverviewFeature;
import eu.callorders.console.sandbox.SandboxFeature;
import eu.callorders.console.sequence.SequencesView;
import eu.callorders.console.suppression.SuppressionsView;
import eu.callorders.console.ui.Feature;
import eu.callorders.console.webhook.WebhookFeature;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All screens in navigation order. */
final class Features {
  private Features() {}

  /**
   * @param halts empty without an administration
   */
  static List<Feature> all(Optional<HaltViewModel> halts) {
    return Stream.of(
            OverviewFeature.all(),
            List.of(
                OrdersView.feature(),
                EnrollmentsView.feature(),
                SequencesView.feature(),
                OrderTypesView.feature(),
                EventsView.feature()),
            WebhookFeature.all(),
            List.of(SuppressionsView.feature()),
            SandboxFeature.all(),
            AdminFeature.all(halts))
        .flatMap(List::stream)
        .toList();
  }
}
