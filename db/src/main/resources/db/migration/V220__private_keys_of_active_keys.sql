-- A retired key signs nothing: its private part is deleted with its retirement.
ALTER TABLE signing_key
  ALTER COLUMN private_key DROP NOT NULL,
  ADD CONSTRAINT active_key_signs CHECK (private_key IS NOT NULL OR retired_at IS NOT NULL);

UPDATE signing_key SET private_key = NULL WHERE retired_at IS NOT NULL;
