package eu.callorders.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class BackupManifestTest {
  private static final EmbeddedBackup.Target TARGET =
      new EmbeddedBackup.Target("live", Set.of("8e1c", "77af"));

  @TempDir private Path directory;
  private Path backup;

  @BeforeEach
  void writeBackup() throws IOException {
    backup = directory.resolve("backup");
    Files.createDirectories(backup.resolve("cluster/pg_notify"));
    Files.writeString(backup.resolve("cluster/PG_VERSION"), "18\n");
    Files.writeString(backup.resolve("cluster/a name"), "");
    manifest(PostgresPrograms.majorVersion(), MigrationFile.newestSchema()).write(backup);
  }

  private BackupManifest manifest(int serverMajor, SchemaRelease schema) throws IOException {
    return new BackupManifest(
        "live", schema, serverMajor, List.of("77af"), BackupManifest.contentsOf(backup));
  }

  @Test
  void acceptsWhatWasWritten() throws IOException {
    BackupManifest read = BackupManifest.read(backup);
    assertThat(read)
        .isEqualTo(manifest(PostgresPrograms.majorVersion(), MigrationFile.newestSchema()));
    assertThat(read.size()).isEqualTo(3);
    assertThat(read.contents()).containsEntry("cluster/pg_notify", "directory").hasSize(4);
    read.requireFor(TARGET, backup);
    read.verify(backup);
  }

  private enum Damage {
    CHANGED_BYTE("cluster/PG_VERSION has another content") {
      @Override
      void apply(Path backup) throws IOException {
        Files.writeString(backup.resolve("cluster/PG_VERSION"), "17\n");
      }
    },
    SHORTENED_FILE("cluster/PG_VERSION has another content") {
      @Override
      void apply(Path backup) throws IOException {
        Files.writeString(backup.resolve("cluster/PG_VERSION"), "18");
      }
    },
    LOST_FILE("cluster/a name is missing") {
      @Override
      void apply(Path backup) throws IOException {
        Files.delete(backup.resolve("cluster/a name"));
      }
    },
    LOST_DIRECTORY("cluster/pg_notify is missing") {
      @Override
      void apply(Path backup) throws IOException {
        Files.delete(backup.resolve("cluster/pg_notify"));
      }
    },
    FURTHER_FILE("cluster/pg_notify/0000 is no part of it") {
      @Override
      void apply(Path backup) throws IOException {
        Files.writeString(backup.resolve("cluster/pg_notify/0000"), "");
      }
    },
    LINK("cluster/PG_VERSION has another content") {
      @Override
      void apply(Path backup) throws IOException {
        Path version = backup.resolve("cluster/PG_VERSION");
        Files.move(version, backup.resolveSibling("elsewhere"));
        Files.createSymbolicLink(version, backup.resolveSibling("elsewhere"));
      }
    },
    CHANGED_MANIFEST("manifest has another content") {
      @Override
      void apply(Path backup) throws IOException {
        Path manifest = backup.resolve("manifest");
        Files.writeString(manifest, Files.readString(manifest).replace("live", "sandbox"));
      }
    },
    SHORTENED_MANIFEST("manifest has another content") {
      @Override
      void apply(Path backup) throws IOException {
        Path manifest = backup.resolve("manifest");
        Files.writeString(manifest, Files.readString(manifest).substring(0, 60));
      }
    };

    private final String message;

    Damage(String message) {
      this.message = message;
    }

    abstract void apply(Path backup) throws IOException;
  }

  @ParameterizedTest
  @EnumSource
  void findsDamage(Damage damage) throws IOException {
    damage.apply(backup);
    assertThatThrownBy(() -> BackupManifest.read(backup).verify(backup))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the backup %s is damaged: %s; nothing was changed", backup, damage.message);
  }

  @Test
  void refusesADirectoryWithoutManifest() throws IOException {
    Files.delete(backup.resolve("manifest"));
    assertThatThrownBy(() -> BackupManifest.read(backup))
        .hasMessage("%s is no backup of this command", backup);
  }

  @Test
  void refusesAnotherPostgres() throws IOException {
    BackupManifest other = manifest(17, MigrationFile.newestSchema());
    assertThatThrownBy(() -> other.requireFor(TARGET, backup))
        .hasMessageStartingWith("the backup %s was written by PostgreSQL 17, this ", backup);
  }

  @Test
  void refusesASchemaTwoReleasesNewer() throws IOException {
    int release = MigrationFile.newestSchema().release();
    manifest(PostgresPrograms.majorVersion(), new SchemaRelease(release + 1, 9))
        .requireFor(TARGET, backup);
    BackupManifest newer =
        manifest(PostgresPrograms.majorVersion(), new SchemaRelease(release + 2, 1));
    assertThatThrownBy(() -> newer.requireFor(TARGET, backup))
        .isInstanceOf(UnusableDatabaseException.class)
        .hasMessageContaining("nothing was changed");
  }

  @Test
  void refusesTheOtherEnvironmentAndAServiceWithoutTheMasterKey() throws IOException {
    BackupManifest read = BackupManifest.read(backup);
    assertThatThrownBy(
            () -> read.requireFor(new EmbeddedBackup.Target("sandbox", Set.of("77af")), backup))
        .hasMessageContaining("is of the environment live, but CALLORDERS_ENVIRONMENT is sandbox");
    assertThatThrownBy(
            () -> read.requireFor(new EmbeddedBackup.Target("live", Set.of("8e1c")), backup))
        .hasMessageContaining("needs the master key 77af: ");
  }
}
