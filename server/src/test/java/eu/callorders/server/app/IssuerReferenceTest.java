package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.auth.Issuer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class IssuerReferenceTest {
  private final IssuerReference reference = new IssuerReference();

  @Test
  void returns503UntilAddressesAreKnown() {
    ProblemException refusal = catchThrowableOfType(ProblemException.class, reference::get);

    assertThat(refusal.problem().code()).isEqualTo(ProblemCode.UNAVAILABLE);
    assertThat(refusal.problem().retryAfter()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void containsKnownAddresses() {
    Issuer issuer = new Issuer("https://auth.test", "https://api.test", "sandbox");

    reference.set(issuer);

    assertThat(reference.get()).isEqualTo(issuer);
  }
}
