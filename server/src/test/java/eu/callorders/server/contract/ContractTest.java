package eu.callorders.server.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ContractTest {
  @Test
  void operationWithoutSecurityHasThatOfTheDocument() throws IOException {
    Contract contract =
        Contract.of(
            """
            security: [{token: [administer]}]
            paths:
              /things:
                get: {operationId: listThings, security: [{token: [read]}]}
                post: {operationId: createThing}
                delete: {operationId: deleteThings, security: [{token: []}]}
            """);

    assertThat(contract.operations())
        .extracting(ContractOperation::id, ContractOperation::scopes)
        .containsExactly(
            tuple("listThings", Set.of("read")),
            tuple("createThing", Set.of("administer")),
            tuple("deleteThings", Set.of()));
  }
}
