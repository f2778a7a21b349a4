package eu.callorders.console.app;

import eu.callorders.console.admin.AdminFeature;
import eu.callorders.console.admin.HaltViewModel;
import eu.callorders.console.enrollment.EnrollmentFeature;
import eu.callorders.console.event.EventFeature;
import eu.callorders.console.order.OrderFeature;
import eu.callorders.console.ordertype.OrderTypeFeature;
import eu.callorders.console.overview.OverviewFeature;
import eu.callorders.console.sandbox.SandboxFeature;
import eu.callorders.console.sequence.SequenceFeature;
import eu.callorders.console.suppression.SuppressionFeature;
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
            OrderFeature.all(),
            EnrollmentFeature.all(),
            SequenceFeature.all(),
            OrderTypeFeature.all(),
            EventFeature.all(),
            WebhookFeature.all(),
            SuppressionFeature.all(),
            SandboxFeature.all(),
            AdminFeature.all(halts))
        .flatMap(List::stream)
        .toList();
  }
}
