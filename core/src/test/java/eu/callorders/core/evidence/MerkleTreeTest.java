package eu.callorders.core.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MerkleTreeTest {
  private static final HexFormat HEX = HexFormat.of();

  /** The entries of the test vectors of Certificate Transparency. */
  private static final List<byte[]> LEAVES =
      Stream.of(
              "",
              "00",
              "10",
              "2021",
              "3031",
              "40414243",
              "5051525354555657",
              "606162636465666768696a6b6c6d6e6f")
          .map(entry -> MerkleTree.leaf(HEX.parseHex(entry)))
          .toList();

  @ParameterizedTest
  @CsvSource({
    "1, 6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "2, fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "8, 5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
  })
  void rootsAreThoseOfTheTestVectors(int size, String root) {
    assertThat(HEX.formatHex(MerkleTree.of(LEAVES.subList(0, size)).root())).isEqualTo(root);
  }

  @Test
  void pathOfEachLeafLeadsToTheRoot() {
    for (int size = 1; size <= 33; size++) {
      List<byte[]> leaves = leaves(size);
      MerkleTree tree = MerkleTree.of(leaves);
      for (int leaf = 0; leaf < size; leaf++) {
        assertThat(MerkleTree.rootOf(leaves.get(leaf), leaf, size, tree.path(leaf)))
            .as("leaf %d of %d", leaf, size)
            .isEqualTo(tree.root());
      }
    }
  }

  @Test
  void anotherLeafLeadsToAnotherRoot() {
    List<byte[]> leaves = leaves(7);
    MerkleTree tree = MerkleTree.of(leaves);

    assertThat(MerkleTree.rootOf(leaves.get(3), 2, 7, tree.path(2))).isNotEqualTo(tree.root());
    assertThat(MerkleTree.rootOf(leaves.get(2), 3, 7, tree.path(2))).isNotEqualTo(tree.root());
  }

  @Test
  void hasLeaves() {
    assertThatThrownBy(() -> MerkleTree.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }

  private static List<byte[]> leaves(int size) {
    return IntStream.range(0, size).mapToObj(n -> MerkleTree.leaf(new byte[] {(byte) n})).toList();
  }
}
