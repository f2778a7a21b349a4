-- A page of the entries of a number or of a person reads them newest first and stops, however many
-- there are.
CREATE INDEX suppression_of_phone ON suppression (tenant_id, phone, created_at DESC, id DESC)
  WHERE phone IS NOT NULL;
CREATE INDEX suppression_of_subject
  ON suppression (tenant_id, subject_reference, created_at DESC, id DESC)
  WHERE subject_reference IS NOT NULL;
DROP INDEX suppression_by_phone;
DROP INDEX suppression_by_subject;
