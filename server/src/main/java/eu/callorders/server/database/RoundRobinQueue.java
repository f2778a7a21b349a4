package eu.callorders.server.database;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A queue with one FIFO per owner; owners take turns. Not thread-safe. */
public final class RoundRobinQueue<K, V> {
  private final Map<K, Queue<V>> waiting = new LinkedHashMap<>();
  private int size;

  public void add(K owner, V item) {
    waiting.computeIfAbsent(owner, ignored -> new ArrayDeque<>()).add(item);
    size++;
  }

  /** Removes and returns the next item of the first eligible owner; null when there is none. */
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

  /** Removes an item; false when it was not queued. */
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

  /** The oldest item of an owner; null when there is none. */
  public @Nullable V first(K owner) {
    Queue<V> items = waiting.get(owner);
    return items == null ? null : items.peek();
  }

  /** Removes each owner's items from the oldest on while they match. */
  public void drain(Predicate<V> test, Consumer<V> removed) {
    for (Queue<V> items : waiting.values()) {
      while (!items.isEmpty() && test.test(items.element())) {
        removed.accept(items.remove());
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
