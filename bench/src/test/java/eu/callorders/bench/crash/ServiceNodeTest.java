package eu.callorders.bench.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A campaign sees each process of a node that has ended by itself, and takes no kill for one. */
@Timeout(60)
class ServiceNodeTest {
  @TempDir Path directory;

  private final Violations violations = new Violations();
  private ServiceNode node;

  /** What a campaign does to a node. */
  private enum Act {
    KILL {
      @Override
      void on(ServiceNode node) throws InterruptedException {
        node.kill();
      }
    },
    FREEZE {
      @Override
      void on(ServiceNode node) throws IOException, InterruptedException {
        node.freeze();
        node.thaw();
      }
    },
    START {
      @Override
      void on(ServiceNode node) throws IOException {
        node.start();
      }
    },
    CHECK {
      @Override
      void on(ServiceNode node) {
        node.checkRuns();
      }
    };

    abstract void on(ServiceNode node) throws IOException, InterruptedException;
  }

  @AfterEach
  void close() {
    node.close();
  }

  @Test
  void aKillAndAStartAreNoEndOfItsOwn() throws Exception {
    node = node(Waiting.class);
    node.start();
    node.awaitReady();
    node.kill();
    node.kill();
    node.start();
    node.awaitReady();
    node.freeze();
    node.thaw();
    node.checkRuns();

    assertThat(violations.found()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void anEndOfItsOwnIsSeenOnce(Act act) throws Exception {
    node = node(Ending.class);
    node.start();
    node.awaitReady();
    while (node.alive()) {
      Thread.onSpinWait();
    }
    act.on(node);

    assertThat(violations.found()).containsExactly("node-1 ended by itself with code 3");
    if (act != Act.START) {
      node.checkRuns();
      assertThat(violations.found()).hasSize(1);
    }
  }

  @Test
  void aSupervisorStartsItAgainAfterACodeOfItsOwn() throws Exception {
    node = node(Ending.class);
    node.start();
    node.awaitReady();
    while (node.alive()) {
      Thread.onSpinWait();
    }

    assertThat(node.restartAfter(Set.of(5))).isZero();
    assertThat(node.restartAfter(Set.of(3))).isEqualTo(3);
    node.awaitReady();

    assertThat(violations.found()).isEmpty();
  }

  private ServiceNode node(Class<?> program) throws IOException {
    Path jar = directory.resolve("program.jar");
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, program.getName());
    attributes.put(
        Attributes.Name.CLASS_PATH,
        program.getProtectionDomain().getCodeSource().getLocation().toString());
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream empty = new JarOutputStream(file, manifest)) {
      empty.finish();
    }
    return new ServiceNode("node-1", jar.toString(), directory, Map.of(), violations);
  }

  /** Runs until it is killed. */
  static final class Waiting {
    private Waiting() {}

    public static void main(String[] words) throws InterruptedException {
      System.out.println("ready");
      new CountDownLatch(1).await();
    }
  }

  /** Ends as a node does whose watchdog ends it. */
  static final class Ending {
    private Ending() {}

    public static void main(String[] words) {
      System.out.println("ready");
      Runtime.getRuntime().halt(3);
    }
  }
}
