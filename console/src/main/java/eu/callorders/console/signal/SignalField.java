package eu.callorders.console.signal;

import eu.callorders.console.form.JsonField;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The fields of the form of a signal, each with its JSON pointer in the contract. */
enum SignalField implements JsonField {
  SIGNAL_TYPE("/signal_type", Kind.SUGGESTED),
  SUBJECT_REFERENCE("/subject_reference"),
  OCCURRED_AT("/occurred_at", Kind.TIMESTAMP),
  DEDUPE_KEY("/dedupe_key"),
  CASE_NUMBER("/context/claim/reference/case_number"),
  CONTRACT_NUMBER("/context/claim/reference/contract_number"),
  INVOICE_NUMBER("/context/claim/reference/invoice_number"),
  OUTSTANDING("/context/claim/outstanding/value", Kind.AMOUNT),
  CURRENCY("/context/claim/outstanding/currency", Kind.CURRENCY),
  CREDITOR("/context/claim/creditor_name"),
  BASIS("/context/claim/basis/kind"),
  DUE_DATE("/context/claim/due_date", Kind.DATE),
  NOTES("/context/notes", Kind.LINES),
  GIVEN_NAME("/subject/name/given_name"),
  FAMILY_NAME("/subject/name/family_name"),
  LOCALE("/subject/locale"),
  PHONE("/contacts/0/value", Kind.PHONE),
  BASIS_KIND("/compliance_basis/kind"),
  OBTAINED_AT("/compliance_basis/obtained_at", Kind.TIMESTAMP),
  EVIDENCE_REF("/compliance_basis/evidence_ref"),
  METADATA("/metadata", Kind.METADATA);

  static final List<SignalField> ALL = List.of(values());
  static final List<SignalField> REQUIRED = List.of(SIGNAL_TYPE, SUBJECT_REFERENCE, DEDUPE_KEY);
  static final List<SignalField> CONTEXT = withPrefix("/context/");
  static final List<SignalField> SUBJECT = withPrefix("/subject/");
  static final List<SignalField> COMPLIANCE_BASIS = withPrefix("/compliance_basis/");

  /** Filled in at first; without another field of the context they are not sent. */
  static final Set<SignalField> CLAIM_DEFAULTS = Set.of(CURRENCY, BASIS);

  private final String pointer;
  private final Kind kind;

  SignalField(String pointer) {
    this(pointer, Kind.TEXT);
  }

  SignalField(String pointer, Kind kind) {
    this.pointer = pointer;
    this.kind = kind;
  }

  private static List<SignalField> withPrefix(String path) {
    return Arrays.stream(values()).filter(field -> field.pointer.startsWith(path)).toList();
  }

  @Override
  public String pointer() {
    return pointer;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
