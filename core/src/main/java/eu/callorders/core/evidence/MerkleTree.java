package eu.callorders.core.evidence;

import eu.callorders.core.signing.Sha256;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * The hash tree of RFC 9162, section 2.1, over SHA-256: a leaf is the hash of 0x00 and its entry, a
 * node that of 0x01 and its two children.
 */
public final class MerkleTree {
  private static final byte LEAF = 0;
  private static final byte NODE = 1;

  private final byte[] root;
  private final List<List<byte[]>> paths;

  private MerkleTree(byte[] root, List<List<byte[]>> paths) {
    this.root = root;
    this.paths = paths;
  }

  /**
   * The tree of these leaves, in their order.
   *
   * @throws IllegalArgumentException without leaves
   */
  public static MerkleTree of(List<byte[]> leaves) {
    if (leaves.isEmpty()) {
      throw new IllegalArgumentException("no leaves");
    }
    List<List<byte[]>> paths = new ArrayList<>();
    leaves.forEach(leaf -> paths.add(new ArrayList<>()));
    return new MerkleTree(root(leaves, 0, leaves.size(), paths), paths);
  }

  /** The hash of an entry. */
  public static byte[] leaf(byte[] entry) {
    MessageDigest digest = Sha256.start();
    digest.update(LEAF);
    return digest.digest(entry);
  }

  public byte[] root() {
    return root.clone();
  }

  /** The siblings of a leaf and of its ancestors, from the leaf to the root. */
  public List<byte[]> path(int index) {
    return List.copyOf(paths.get(index));
  }

  /** The root that a leaf and its path lead to; other arguments lead to another root. */
  public static byte[] rootOf(byte[] leaf, int index, int size, List<byte[]> path) {
    byte[] hash = leaf;
    int at = index;
    int last = size - 1;
    for (byte[] sibling : path) {
      boolean isRight = at % 2 == 1 || at == last;
      hash = isRight ? node(sibling, hash) : node(hash, sibling);
      while (isRight && at % 2 == 0 && at != 0) {
        at /= 2;
        last /= 2;
      }
      at /= 2;
      last /= 2;
    }
    return hash;
  }

  private static byte[] root(List<byte[]> leaves, int from, int to, List<List<byte[]>> paths) {
    if (to - from == 1) {
      return leaves.get(from);
    }
    int middle = from + Integer.highestOneBit(to - from - 1);
    byte[] left = root(leaves, from, middle, paths);
    byte[] right = root(leaves, middle, to, paths);
    paths.subList(from, middle).forEach(path -> path.add(right));
    paths.subList(middle, to).forEach(path -> path.add(left));
    return node(left, right);
  }

  private static byte[] node(byte[] left, byte[] right) {
    MessageDigest digest = Sha256.start();
    digest.update(NODE);
    digest.update(left);
    return digest.digest(right);
  }
}
