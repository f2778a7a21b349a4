package eu.callorders.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class ClientThreadsTest {
  /** The group of all virtual threads; the methods of Java 21 are not known here. */
  private static final String VIRTUAL = "VirtualThreads";

  private static String group() {
    return Thread.currentThread().getThreadGroup().getName();
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "Java has no virtual threads")
  void runsInVirtualThreads() throws Exception {
    CompletableFuture<String> group = new CompletableFuture<>();
    ClientThreads.executor().execute(() -> group.complete(group()));
    assertThat(group.get(1, TimeUnit.MINUTES)).isEqualTo(VIRTUAL);
    CompletableFuture<String> own = new CompletableFuture<>();
    ClientThreads.factory().newThread(() -> own.complete(group())).start();
    assertThat(own.get(1, TimeUnit.MINUTES)).isEqualTo(VIRTUAL);
  }

  /** A program ends although an idle thread of its client is left. */
  @Test
  void keepsNoProcessAlive() {
    assertThat(ClientThreads.factory().newThread(() -> {}).isDaemon()).isTrue();
  }
}
