-- An authenticator's credential id may have 1,364 characters, too many for a path. Lists and addresses use this id.
alter table passkeys rename column id to credential_id;
alter table passkeys add column id uuid not null unique default gen_random_uuid();
