package eu.callorders.client.examples;

import eu.callorders.client.CallOrderClient;
import eu.callorders.client.model.CallOrder;
import eu.callorders.client.model.CallOrderInput;
import eu.callorders.client.model.ClaimInput;
import eu.callorders.client.model.ContactChannel;
import eu.callorders.client.model.ContactInput;
import eu.callorders.client.model.ContextInput;
import eu.callorders.client.model.Money;
import eu.callorders.client.model.PersonNameInput;
import eu.callorders.client.model.SubjectInput;
import eu.callorders.client.model.SummaryCode;
import java.util.List;

/** Orders a call and waits for its result. */
public final class OrderAndAwait {
  private OrderAndAwait() {}

  public static CallOrder run(CallOrderClient client, String debtor, String phone)
      throws InterruptedException {
    CallOrder order =
        client.createCallOrder(
            CallOrderInput.builder()
                .orderType("payment_reminder")
                .clientReference("AZ-771-26/1")
                .subject(
                    SubjectInput.builder()
                        .reference(debtor)
                        .name(new PersonNameInput("Erika", "Mustermann"))
                        .build())
                .contacts(
                    List.of(
                        ContactInput.builder().channel(ContactChannel.PHONE).value(phone).build()))
                .context(
                    ContextInput.builder()
                        .claim(
                            ClaimInput.builder()
                                .outstanding(new Money("249.90", "EUR"))
                                .creditorName("Beispiel Versand GmbH")
                                .basis(ClaimInput.Basis.builder().kind("invoice").build())
                                .build())
                        .build())
                .build());
    while (order.result() == null) {
      Thread.sleep(500);
      order = client.getCallOrder(order.id());
    }
    if (order.result().summaryCode().equals(SummaryCode.PAYMENT_PROMISED)) {
      System.out.println("promised: " + order.result().findings().paymentPromise());
    }
    return order;
  }
}
