-- Account recovery (docs/decisions/0040).

-- Whether the reset link needs no recovery code, however the account signs in. The operator makes such links and is
-- responsible for giving them to the owner.
alter table tokens add column without_code boolean not null default false;
