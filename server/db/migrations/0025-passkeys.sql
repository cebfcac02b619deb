-- What authenticators call a key may have 1,364 characters, too many for a path. Lists and addresses call it by an id.
alter table passkeys rename column id to credential_id;
alter table passkeys add column id uuid not null unique default gen_random_uuid();
