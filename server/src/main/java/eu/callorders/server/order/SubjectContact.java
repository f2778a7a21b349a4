package eu.callorders.server.order;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.database.Locks;
import eu.callorders.server.tenant.TenantPhone;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How to reach a subject, and where it is.
 *
 * @param phones in dial order
 * @param zone as the client gives it; null for none
 * @param country of the address, ISO 3166; null for none
 * @param postalCode of the address; empty for none
 */
public record SubjectContact(
    List<PhoneNumber> phones, @Nullable ZoneId zone, @Nullable String country, String postalCode) {
  public SubjectContact {
    phones = List.copyOf(phones);
  }

  public List<TenantPhone> tenantPhones(UUID tenantId) {
    return phones.stream().map(phone -> new TenantPhone(tenantId, phone)).toList();
  }

  /**
   * The locks of the phones: a concurrent suppression waits for them and then finds the committed
   * rows.
   */
  public Set<String> phoneLocks(UUID tenantId) {
    return phones.stream()
        .map(phone -> Locks.phone(tenantId, phone))
        .collect(Collectors.toUnmodifiableSet());
  }
}
