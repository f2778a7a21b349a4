package eu.callorders.server.database;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Waiting items of several owners. The owners take turns, and each has its own items served in the
 * order in which they came. Not safe for several threads.
 */
public final class RoundRobinQueue<K, V> {
  private final Map<K, Queue<V>> waiting = new LinkedHashMap<>();
  private int size;

  /** Adds an item behind those of its owner. */
  public void add(K owner, V item) {
    waiting.computeIfAbsent(owner, ignored -> new ArrayDeque<>()).add(item);
    size++;
  }

  /** Takes the next item of the first owner in turn that is eligible; null when there is none. */
  public @Nullable V poll(Predicate<K> eligible) {
    for (Iterator<Map.Entry<K, Queue<V>>> turns = waiting.entrySet().iterator();
        turns.hasNext(); ) {
      Map.Entry<K, Queue<V>> turn = turns.next();
      if (eligible.test(turn.getKey())) {
        K owner = turn.getKey();
        Queue<V> items = turn.getValue();
        turns.remove();
        V item = items.remove();
        size--;
        if (!items.isEmpty()) {
          waiting.put(owner, items);
        }
        return item;
      }
    }
    return null;
  }

  /** Takes an item out of turn; whether it was still waiting. */
  public boolean remove(K owner, V item) {
    Queue<V> items = waiting.get(owner);
    if (items == null || !items.remove(item)) {
      return false;
    }
    size--;
    if (items.isEmpty()) {
      waiting.remove(owner);
    }
    return true;
  }

  /** The item of an owner that has waited longest; null when none waits. */
  public @Nullable V first(K owner) {
    Queue<V> items = waiting.get(owner);
    return items == null ? null : items.peek();
  }

  /** Takes out every item for which the test holds, the oldest of each owner first. */
  public void drain(Predicate<V> test, Consumer<V> taken) {
    for (Queue<V> items : waiting.values()) {
      while (!items.isEmpty() && test.test(items.element())) {
        taken.accept(items.remove());
        size--;
      }
    }
    waiting.values().removeIf(Queue::isEmpty);
  }

  public int size(K owner) {
    Queue<V> items = waiting.get(owner);
    return items == null ? 0 : items.size();
  }

  public int size() {
    return size;
  }
}
