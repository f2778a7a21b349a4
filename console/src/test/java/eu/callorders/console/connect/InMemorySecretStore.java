package eu.callorders.console.connect;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A key store in memory. */
final class InMemorySecretStore implements SecretStore {
  final Map<String, String> secrets = new ConcurrentHashMap<>();
  final List<String> accessed = new CopyOnWriteArrayList<>();
  boolean isFull;

  @Override
  public Optional<String> find(String name) {
    accessed.add(name);
    return Optional.ofNullable(secrets.get(name));
  }

  @Override
  public boolean store(String name, String secret) {
    accessed.add(name);
    if (!isFull) {
      secrets.put(name, secret);
    }
    return !isFull;
  }

  @Override
  public void delete(String name) {
    accessed.add(name);
    secrets.remove(name);
  }
}
