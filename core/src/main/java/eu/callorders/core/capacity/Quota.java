package eu.callorders.core.capacity;

/**
 * A counter and its bound.
 *
 * @param used without the dial in question
 */
public record Quota(int used, int limit) {

  public boolean isExhausted() {
    return used >= limit;
  }
}
