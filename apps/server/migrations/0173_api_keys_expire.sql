-- From then on a key does nothing; null: it works until somebody revokes it.
alter table api_keys add column expires_at timestamptz;
